import type { Clock } from '@rosella/server/platform/ports/clock'

/** Starts at the real time and moves only when told to; seconds go by themselves, as in life. */
export class MovableClock implements Clock {
  #moved = 0
  #standing: number | undefined

  now(): number {
    return this.#standing ?? Math.floor(Date.now() / 1000) + this.#moved
  }

  advance(seconds: number): void {
    this.#moved += seconds
  }

  /** Stands still at this second, for what happens exactly at an edge; `undefined` lets it run again. */
  stand(at: number | undefined): void {
    this.#standing = at
  }
}
