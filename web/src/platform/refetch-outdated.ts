import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Asks anew for what has become untrue and is on the screen. A first answer that is on its way may have been
 * written before: the query library would take it for the new one, so it is waited for.
 */
export async function refetchOutdated(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  await Promise.allSettled(first.map((query) => query.promise))
  await client.invalidateQueries({ queryKey })
}
