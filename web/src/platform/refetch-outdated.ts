import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Refetches outdated data that is on screen. A first fetch that is still running may return old data, and the library
 * would accept it as the new one, so this waits for it first.
 */
export async function refetchOutdated(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  await Promise.allSettled(first.map((query) => query.promise))
  await client.invalidateQueries({ queryKey })
}
