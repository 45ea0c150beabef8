import { useQuery } from '@tanstack/react-query'
import { call } from './api'
import { queryKeys } from './query-keys'
import { useSession } from './session'

const FIVE_MINUTES = 300_000

/** What others are compared with: the member's own interests, and the country they live in. */
export function useOwnFacts(enabled = true) {
  const session = useSession()
  return useQuery({
    queryKey: queryKeys.ownFacts(session?.id),
    queryFn: async ({ signal }) => {
      const { user } = await call('GET /api/user', {}, { signal })
      return { tags: user.tags, country: user.country }
    },
    staleTime: FIVE_MINUTES,
    enabled,
  })
}
