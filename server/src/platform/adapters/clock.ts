import type { Clock } from '../ports/clock'

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) }
