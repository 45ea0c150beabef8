/** Unix time in whole seconds. Rules receive the time as an argument; only adapters read the clock. */
export interface Clock {
  now(): number
}
