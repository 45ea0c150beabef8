/** Unix time in whole seconds. Rules receive the time as an argument; only this reads the clock. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Math.floor(Date.now() / 1000) }
