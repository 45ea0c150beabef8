import type { Services } from '../../platform/services'

export type Deps = Pick<
  Services,
  'db' | 'bus' | 'clock' | 'log' | 'presence' | 'rateLimits' | 'settings' | 'site'
>
