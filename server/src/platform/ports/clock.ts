/** Every rule is told the time; nobody but an adapter reads it. Unix time in whole seconds. */
export interface Clock {
  now(): number
}
