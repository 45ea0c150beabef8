import type { Services } from '../../platform/services'
import type { ScamShield } from '../safety/index'

export type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'rateLimits' | 'log' | 'settings'>
export type SendingDeps = Deps & { shield: ScamShield }
