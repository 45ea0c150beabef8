import { useQuery } from '@tanstack/react-query'
import { call } from './api'
import { queryKeys } from './query-keys'

export const useSettings = () =>
  useQuery({
    queryKey: queryKeys.userSettings,
    queryFn: ({ signal }) => call('GET /api/user-settings', {}, { signal }),
  })
