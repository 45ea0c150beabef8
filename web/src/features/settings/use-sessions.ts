import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Input, type Reply } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'

export type OwnSession = Reply<'GET /api/sessions'>['sessions'][number]

const queryKey = queryKeys.sessions

/** The member's sessions. Polled, because other devices may log in or out. */
export const useSessions = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/sessions', {}, { signal }),
    staleTime: 0,
    refetchInterval: 60_000,
  })

export function useRefreshSessions(): () => Promise<void> {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey })
}

export function useEndSession() {
  const refresh = useRefreshSessions()
  return useMutation({
    mutationFn: async (which: Pick<Input<'DELETE /api/session'>, 'session_id' | 'others'>) => {
      await call('DELETE /api/session', which)
      await refresh()
    },
  })
}
