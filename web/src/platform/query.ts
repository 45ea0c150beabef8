import { QueryClient } from '@tanstack/react-query'
import { CallFailed } from './api'

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
