import { useQuery } from '@tanstack/react-query'
import { call } from './api'

export const userSettingsKey = ['user-settings']

export const useSettings = () =>
  useQuery({
    queryKey: userSettingsKey,
    queryFn: ({ signal }) => call('GET /api/user-settings', {}, { signal }),
  })
