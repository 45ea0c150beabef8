import { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CallFailed } from './api'
import { isOnline } from './live/online'
import { getSession, subscribe } from './session/session'

/**
 * The cache of server data. 4xx is final; network errors and 5xx are retried twice. Without a network, the library would
 * wait silently, so `networkMode` makes everything fail immediately, and the screen refetches when the network is back.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      refetchOnReconnect: 'always',
      retry: (failures, error) =>
        failures < 2 &&
        isOnline() &&
        error instanceof CallFailed &&
        (error.status === 0 || error.status >= 500),
    },
    mutations: { networkMode: 'always' },
  },
})

let owner = getSession()

// When another member logs in, in this tab or another, nothing loaded for the previous one may show.
subscribe(() => {
  const before = owner
  owner = getSession()
  if (owner?.id !== before?.id) queryClient.clear()
  // The same member with a new token keeps the screen, but its data is refetched.
  else if (owner?.token !== before?.token) void queryClient.resetQueries()
})

/** Long enough for a second click, short enough to feel live. */
const PAUSE_MS = 250

/** The value, once it has not changed for a moment. */
export function useSettled<V>(value: V): V {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
