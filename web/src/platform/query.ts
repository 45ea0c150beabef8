import { QueryClient } from '@tanstack/react-query'
import { CallFailed } from './api'
import { getSession, subscribe } from './session'

/** The one cache of server data. A refusal is an answer and is not asked again; a fault is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof CallFailed && (error.status === 0 || error.status >= 500),
    },
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
