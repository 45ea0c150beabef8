import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { reloadSession } from '../../platform/session/reload-session'

export type OwnCredentials = Reply<'GET /api/passkeys'>

const queryKey = queryKeys.ownKeys

/** The member's passkeys, and whether two-step verification is on. */
export const useCredentials = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => call('GET /api/passkeys', {}, { signal }), staleTime: 0 })

/** Stores the reply of a change, or refetches. Reloads the session, because staff roles require strong authentication. */
export function useCredentialsChanged(): (keys?: OwnCredentials) => void {
  const cache = useQueryClient()
  return (keys) => {
    if (keys) cache.setQueryData(queryKey, keys)
    else void cache.invalidateQueries({ queryKey })
    void reloadSession()
  }
}
