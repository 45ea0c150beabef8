import { CLAIM_SECONDS } from '@rosella/contract/admin/rules'
import { CallFailed, call } from '../../platform/api'
import { onLive } from '../../platform/live'
import { showToast } from '../../platform/toast'
import {
  COUNT,
  emptyQueue,
  mustAsk,
  nameOf,
  type PhotoQueue,
  type Turn,
  takeTurn,
  type Verdict,
} from './photo-queue'

/** Given up a little before the server does. */
const HELD_MS = (CLAIM_SECONDS - 10) * 1000

/** One after the other, also over a change of screen: undo must not overtake what it undoes. */
let last: Promise<unknown> = Promise.resolve()
function inTurn(work: () => Promise<unknown>): void {
  last = last.then(work)
}

/**
 * Where a moderator works through the queue. What they decide is on the screen at once and with the server a moment
 * later; who leaves the desk lets the rest go.
 */
export class PhotoDesk {
  #queue = emptyQueue
  #isOpen = false
  readonly #listeners = new Set<() => void>()

  readonly get = (): PhotoQueue => this.#queue
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The answer closes it. */
  readonly open = (): (() => void) => {
    this.#isOpen = true
    const stop = onLive(({ event }) => {
      if (event === 'admin' || event === 'missed') this.#turn({ do: 'hear' })
    })
    // A page that is closed, or kept aside by the browser and shown again later.
    const leave = () => this.#letGo()
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && this.again()
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    this.#turn({ do: 'restart' })
    return () => {
      this.#isOpen = false
      stop()
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
      inTurn(this.#letGo)
    }
  }

  readonly decide = (verdict: Verdict): void => {
    const held = this.#first()
    if (!held) return
    const photo = nameOf(held)
    this.#turn({ do: 'decide', verdict })
    inTurn(async () => {
      try {
        await call('POST /api/admin/photo-decision', { photo, ...verdict, from_queue: true })
      } catch (error) {
        this.#refused(error, photo, 'return')
      }
    })
  }

  readonly skip = (): void => {
    if (this.#first()) this.#turn({ do: 'skip' })
  }

  readonly undo = (): void => {
    const step = this.#queue.steps.at(-1)
    if (!step) return
    const photo = nameOf(step.held)
    if (step.verdict) {
      inTurn(async () => {
        try {
          await call('POST /api/admin/photo-decision', { photo, approved: null })
        } catch (error) {
          this.#refused(error, photo, 'drop')
        }
      })
    }
    this.#turn({ do: 'undo' })
  }

  /** What was held is not ours any more, or could not be had. */
  readonly again = (): void => this.#turn({ do: 'restart' })
  readonly lookAtSkipped = (): void => this.#turn({ do: 'unskip' })

  /** The one on the screen, as long as it is this moderator's. */
  #first() {
    const [held] = this.#queue.hand
    return held && held.until > Date.now() ? held : undefined
  }

  #turn(turn: Turn): void {
    this.#queue = takeTurn(this.#queue, turn)
    if (this.#isOpen && mustAsk(this.#queue)) this.#ask()
    for (const listener of this.#listeners) listener()
  }

  #ask(): void {
    this.#queue = takeTurn(this.#queue, { do: 'ask' })
    inTurn(async () => {
      if (!this.#isOpen) return
      const stale = this.#queue.hand.find(({ isStale }) => isStale)
      try {
        const until = Date.now() + HELD_MS
        const { items } = await call('POST /api/admin/photo-claim', {
          count: COUNT,
          skip: [...this.#queue.skipped],
        })
        this.#turn({ do: 'take', items, until })
        if (stale && !items.some((item) => nameOf(item) === nameOf(stale))) {
          showToast('info', 'Another moderator has that photo now.')
        }
      } catch (error) {
        this.#turn({ do: 'fail', problem: wordsOf(error) })
      }
    })
  }

  #refused(error: unknown, name: string, otherwise: 'return' | 'drop'): void {
    showToast('danger', wordsOf(error))
    const isFinal = error instanceof CallFailed && (error.status === 404 || error.status === 409)
    this.#turn({ do: isFinal ? 'drop' : otherwise, name })
  }

  readonly #letGo = async (): Promise<void> => {
    const skip = this.#queue.hand.map(nameOf)
    if (skip.length === 0) return
    // Nobody is left to be told; what was not let go is free after five minutes.
    await call('POST /api/admin/photo-claim', { count: 0, skip }, { keepalive: true }).catch(() => {})
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
