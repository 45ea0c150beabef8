import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { reloadSession } from '../../platform/session/reload-session'

export type OwnCredentials = Reply<'GET /api/passkeys'>

const queryKey = queryKeys.ownKeys

/** The member's passkeys, and whether two-step verification is on. */
export const useOwnKeys = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => call('GET /api/passkeys', {}, { signal }), staleTime: 0 })

/** After a change: what the server answered, or else asked for anew. Whoever has a role may have got the key it needs. */
export function useKeysChanged(): (keys?: OwnCredentials) => void {
  const cache = useQueryClient()
  return (keys) => {
    if (keys) cache.setQueryData(queryKey, keys)
    else void cache.invalidateQueries({ queryKey })
    void reloadSession()
  }
}
