import type { Clock } from '@rosella/server/ports/clock'

/** Starts at the real time and moves only when told to; seconds go by themselves, as in life. */
export class MovableClock implements Clock {
  #moved = 0

  now(): number {
    return Math.floor(Date.now() / 1000) + this.#moved
  }

  advance(seconds: number): void {
    this.#moved += seconds
  }
}
