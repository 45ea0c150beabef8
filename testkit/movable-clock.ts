import type { Clock } from '@rosella/server/platform/ports/clock'

/** Starts at the real time, runs normally and can be moved. */
export class MovableClock implements Clock {
  #moved = 0
  #standing: number | undefined

  now(): number {
    return this.#standing ?? Math.floor(Date.now() / 1000) + this.#moved
  }

  advance(seconds: number): void {
    this.#moved += seconds
  }

  /** Stops the clock at this second; `undefined` lets it run again. */
  stand(at: number | undefined): void {
    this.#standing = at
  }
}
