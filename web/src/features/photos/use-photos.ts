import type { OwnPhoto } from '@rosella/contract/photos/shapes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { reloadSession } from '../../platform/reload-session'
import { useSession } from '../../platform/session'

/** Until the server has said otherwise. */
const DEFAULT_MIN = 3
const DEFAULT_MAX = 20

const usePhotosKey = () => queryKeys.ownPhotos(useSession()?.id)

/** The member's own photos. Who is still signing up has no live stream, so it looks again now and then. */
export const usePhotos = () =>
  useQuery({
    queryKey: usePhotosKey(),
    queryFn: ({ signal }) => call('GET /api/photos', {}, { signal }),
    refetchInterval: 60_000,
  })

export function usePhotoLimits(): { min: number; max: number } {
  const { data } = useQuery({
    queryKey: queryKeys.photoLimits,
    queryFn: ({ signal }) => call('GET /api/settings', { settings: 'photos_min,photos_max' }, { signal }),
  })
  return { min: data?.photos_min ?? DEFAULT_MIN, max: data?.photos_max ?? DEFAULT_MAX }
}

/** After a change the list is asked for again, and the session too: badge and avatar follow the photos. */
export function useRefreshPhotos(): () => Promise<void> {
  const cache = useQueryClient()
  const queryKey = usePhotosKey()
  return async () => {
    await Promise.all([cache.invalidateQueries({ queryKey }), reloadSession()])
  }
}

export function useDeletePhoto() {
  const refresh = useRefreshPhotos()
  return useMutation({
    mutationFn: async (photo: string) => {
      await call('DELETE /api/photo', { photo })
      await refresh()
    },
  })
}

/** The photos change places at once; when the server refuses, they are asked for again. */
export function useOrderPhotos() {
  const cache = useQueryClient()
  const queryKey = usePhotosKey()
  return useMutation({
    scope: { id: 'photos-order' },
    mutationFn: (photos: OwnPhoto[]) =>
      call('POST /api/photos-order', { photos: photos.map(({ filename }) => filename) }),
    onMutate: (photos) => {
      void cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, photos)
    },
    onError: () => cache.invalidateQueries({ queryKey }),
  })
}

export function useMakeMain() {
  const refresh = useRefreshPhotos()
  return useMutation({
    mutationFn: async (photo: string) => {
      await call('POST /api/change-main-photo', { photo })
      await refresh()
    },
  })
}
