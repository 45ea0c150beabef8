import { UNDO_MS } from '@rosella/contract/admin/rules'
import { useEffect, useSyncExternalStore } from 'react'
import { getSession } from '../../platform/session/session'

interface State<T> {
  /** Can still be undone, latest last. */
  held: readonly T[]
  /** Sent, but perhaps still in a list that was read before. */
  sent: readonly T[]
}

/**
 * Decisions that can be undone for ten seconds before the server receives them. Leaving the screen or the page sends them
 * immediately. Decisions that a crashed browser did not send are still queued.
 */
export class HeldDecisions<T extends object> {
  #state: State<T> = { held: [], sent: [] }
  readonly #timers = new Map<T, { timer: number; by: number | undefined }>()
  readonly #listeners = new Set<() => void>()
  readonly #send: (decision: T) => Promise<boolean>

  /** `send` must make its call before it waits for anything, because the page may be closing. It returns false if nothing was stored. */
  constructor(send: (decision: T) => Promise<boolean>) {
    this.#send = send
  }

  readonly get = (): State<T> => this.#state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  hold(decision: T): void {
    const timer = window.setTimeout(() => void this.#finish(decision), UNDO_MS)
    this.#timers.set(decision, { timer, by: getSession()?.id })
    this.#change({ held: [...this.#state.held, decision] })
  }

  undo(decision: T): void {
    clearTimeout(this.#timers.get(decision)?.timer)
    this.#timers.delete(decision)
    this.#change({ held: without(this.#state.held, decision) })
  }

  readonly sendAll = (): void => {
    for (const decision of this.#state.held) void this.#finish(decision)
  }

  async #finish(decision: T): Promise<void> {
    const by = this.#timers.get(decision)?.by
    this.undo(decision)
    // Nothing that one moderator decided is sent for another, who has logged in since.
    if (by !== getSession()?.id) return
    this.#change({ sent: [...this.#state.sent, decision] })
    if (!(await this.#send(decision))) this.#change({ sent: without(this.#state.sent, decision) })
  }

  #change(part: Partial<State<T>>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }
}

const without = <T>(all: readonly T[], one: T): readonly T[] => all.filter((other) => other !== one)

/** For the screen on which the decisions are made. */
export function useHeldDecisions<T extends object>(decisions: HeldDecisions<T>): State<T> {
  useEffect(() => {
    window.addEventListener('pagehide', decisions.sendAll)
    return () => {
      window.removeEventListener('pagehide', decisions.sendAll)
      decisions.sendAll()
    }
  }, [decisions])
  return useSyncExternalStore(decisions.subscribe, decisions.get)
}
