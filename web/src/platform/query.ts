import { QueryClient } from '@tanstack/react-query'
import { CallFailed } from './api'
import { isOnline } from './live/online'
import { getSession, subscribe } from './session/session'

/**
 * The one cache of server data. A refusal is an answer and is not asked again; a fault is, twice. Without a network the
 * library would wait in silence: here everything fails at once and says so, and what is on the screen is asked for again
 * when the line is back.
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

// Logged in, out, or as somebody else, in this tab or another: what was loaded for one is not shown to the next.
subscribe(() => {
  const before = owner
  owner = getSession()
  if (owner?.id !== before?.id) queryClient.clear()
  // The same member with a new token keeps the screen; what it shows is dropped and asked for again.
  else if (owner?.token !== before?.token) void queryClient.resetQueries()
})
