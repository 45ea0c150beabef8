import { keepPreviousData, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call, type Input, type Reply, type RouteName } from '../../platform/api'
import { queryClient } from '../../platform/query'
import { queryKeys } from '../../platform/query-keys'
import { showToast } from '../../platform/toast'

type Read = Extract<RouteName, `GET /api/admin/${string}`>
type Action = Extract<RouteName, `POST /api/admin/${string}`>

/** The addresses of photos that members may not see last 15 minutes: a screen with some asks again before that. */
export const PHOTO_ADDRESSES_REFRESH_MS = 10 * 60_000

/** What an admin call answers; pages of a list follow without a gap. */
export function useAdminRead<R extends Read>(
  route: R,
  input: Input<R>,
  options: { refetchInterval?: number } = {},
): UseQueryResult<Reply<R>> {
  return useQuery<Reply<R>>({
    queryKey: queryKeys.adminAnswer(route.replace('GET /api/admin/', ''), input),
    queryFn: ({ signal }) => call(route, input, { signal }),
    placeholderData: 'p' in input ? keepPreviousData : undefined,
    ...options,
  })
}

interface Says {
  done?: string
  /** The dialog that asks shows a refusal itself. */
  refusedHere?: boolean
}

/** Does something, says so when there are words for it, and asks anew for everything on the screen. */
export function useAdminAction<R extends Action>(route: R, { done, refusedHere }: Says = {}) {
  return useMutation({
    mutationFn: (input: Input<R>) => call(route, input),
    onSuccess: () => {
      if (done) showToast('success', done)
    },
    onError: (error) => {
      if (!refusedHere) showToast('danger', error.message)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.admin }),
  })
}

/** The page in the address, and the address of another one with the rest of the query kept. */
export function usePage() {
  const [search] = useSearchParams()
  const page = Math.max(1, Math.floor(Number(search.get('p'))) || 1)
  function hrefFor(next: number): string {
    const query = new URLSearchParams(search)
    query.set('p', String(next))
    return `?${query}`
  }
  return { page, hrefFor, search }
}
