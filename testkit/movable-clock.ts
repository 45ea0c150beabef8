import type { Clock } from '@rosella/server/ports/clock'

/** Starts at the real time and moves only when told to; seconds go by themselves, as in life, until it stands. */
export class MovableClock implements Clock {
  #moved = 0
  #stands: number | undefined

  now(): number {
    return this.#stands ?? Math.floor(Date.now() / 1000) + this.#moved
  }

  advance(seconds: number): void {
    if (this.#stands === undefined) this.#moved += seconds
    else this.#stands += seconds
  }

  /** Stands at this second until moved again: a slow machine must not pass a limit before the test does. */
  standAt(ts: number): void {
    this.#stands = ts
  }
}
