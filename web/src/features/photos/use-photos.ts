import type { OwnPhoto } from '@rosella/contract/photos/shapes'
import { sentences } from '@rosella/contract/sentences'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, isUnreached } from '../../platform/api'
import { useRetryOnline } from '../../platform/live/online'
import { queryClient } from '../../platform/query'
import { queryKeys } from '../../platform/query-keys'
import { reloadSession } from '../../platform/session/reload-session'
import { getSession, useSession } from '../../platform/session/session'

/** Used until the server's settings are loaded. */
const DEFAULT_MIN = 3
const DEFAULT_MAX = 20

/** The member's own photos. Polled, because there is no live stream during sign-up. */
export const usePhotos = () =>
  useQuery({
    queryKey: queryKeys.ownPhotos(useSession()?.id),
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

const ownPhotosKey = () => queryKeys.ownPhotos(getSession()?.id)

/** Refetches the photos and the session, because badge and avatar depend on them. */
export async function refreshPhotos(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ownPhotosKey() }), reloadSession()])
}

export const useDeletePhoto = () =>
  useMutation({
    mutationFn: async (photo: string) => {
      await call('DELETE /api/photo', { photo })
      await refreshPhotos()
    },
  })

/**
 * Shows the new order immediately. If it doesn't reach the server, it stays on the screen as "Not saved" and is sent again
 * when the network returns; if the server refuses it, the photos are refetched.
 */
export function useOrderPhotos(onRefused: (error: Error) => void) {
  const [unsaved, setUnsaved] = useState<OwnPhoto[]>()
  const order = useMutation({
    scope: { id: 'photos-order' },
    mutationFn: (photos: OwnPhoto[]) =>
      call('POST /api/photos-order', { photos: photos.map(({ filename }) => filename) }),
    onMutate: (photos) => {
      void queryClient.cancelQueries({ queryKey: ownPhotosKey() })
      queryClient.setQueryData(ownPhotosKey(), photos)
    },
    onSuccess: () => {
      setUnsaved(undefined)
      // A refetch may have returned the old order meanwhile.
      if (unsaved) void queryClient.invalidateQueries({ queryKey: ownPhotosKey() })
    },
    onError: (error, photos) => {
      if (isUnreached(error)) return setUnsaved(photos)
      setUnsaved(undefined)
      onRefused(error)
      return queryClient.invalidateQueries({ queryKey: ownPhotosKey() })
    },
  })
  const retry = () => unsaved && order.mutate(unsaved)
  useRetryOnline(unsaved !== undefined, retry)
  return {
    save: order.mutate,
    note: {
      saved: order.isSuccess && sentences.saved,
      unsaved: unsaved !== undefined,
      pending: order.isPending,
      onRetry: retry,
    },
  }
}

export const useMakeMain = () =>
  useMutation({
    mutationFn: async (photo: string) => {
      await call('POST /api/change-main-photo', { photo })
      await refreshPhotos()
    },
  })
