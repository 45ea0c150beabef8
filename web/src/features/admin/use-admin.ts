import { keepPreviousData, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call, type Input, type Reply, type RouteName } from '../../platform/api'
import { queryClient } from '../../platform/query'
import { queryKeys } from '../../platform/query-keys'
import { showToast } from '../../platform/toast'

type Read = Extract<RouteName, `GET /api/admin/${string}`>
type Action = Extract<RouteName, `POST /api/admin/${string}`>

/** URLs of photos that are not public expire after 15 minutes, so screens that show them refetch earlier. */
export const PHOTO_URLS_REFRESH_MS = 10 * 60_000

/** Runs an admin query. A list shows its previous page until the next one has loaded. */
export function useAdminQuery<R extends Read>(
  route: R,
  input: Input<R>,
  options: { refetchInterval?: number; enabled?: boolean } = {},
): UseQueryResult<Reply<R>> {
  return useQuery<Reply<R>>({
    queryKey: queryKeys.adminResult(route.replace('GET /api/admin/', ''), input),
    queryFn: ({ signal }) => call(route, input, { signal }),
    placeholderData: 'p' in input ? keepPreviousData : undefined,
    ...options,
  })
}

interface Feedback {
  done?: string
  /** The caller shows errors itself, so there is no toast. */
  handlesErrors?: boolean
}

/** Runs an admin action, shows the result in a toast and refetches everything on screen. */
export function useAdminAction<R extends Action>(route: R, { done, handlesErrors }: Feedback = {}) {
  return useMutation({
    mutationFn: (input: Input<R>) => call(route, input),
    onSuccess: () => {
      if (done) showToast('success', done)
    },
    onError: (error) => {
      if (!handlesErrors) showToast('danger', error.message)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.admin }),
  })
}

/** The page number in the URL, and links to other pages that keep the rest of the query. */
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
