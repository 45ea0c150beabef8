import type { Services } from '../../platform/services'

export type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log' | 'mailer' | 'presence' | 'push' | 'site'>
