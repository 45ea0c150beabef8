import { CLAIM_SECONDS } from '@rosella/contract/admin/rules'
import { CallFailed, call } from '../../../platform/api'
import { onLive } from '../../../platform/live/live'
import { showToast } from '../../../platform/toast'
import {
  COUNT,
  emptyQueue,
  filenameOf,
  mustAsk,
  type PhotoQueue,
  type QueueAction,
  updatePhotoQueue,
  type Verdict,
} from './photo-queue'

/** Given up a little before the server does. */
const HELD_MS = (CLAIM_SECONDS - 10) * 1000

/** One after the other, also over a change of screen: undo must not overtake what it undoes. */
let last: Promise<unknown> = Promise.resolve()
function inOrder(work: () => Promise<unknown>): void {
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
      if (event === 'admin' || event === 'missed') this.#dispatch({ do: 'hear' })
    })
    // A page that is closed, or kept aside by the browser and shown again later.
    const leave = () => this.#letGo()
    const reconnect = ({ persisted }: PageTransitionEvent) => persisted && this.again()
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', reconnect)
    this.#dispatch({ do: 'restart' })
    return () => {
      this.#isOpen = false
      stop()
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', reconnect)
      inOrder(this.#letGo)
    }
  }

  readonly decide = (verdict: Verdict): void => {
    const held = this.#first()
    if (!held) return
    const photo = filenameOf(held)
    this.#dispatch({ do: 'decide', verdict })
    inOrder(async () => {
      try {
        await call('POST /api/admin/photo-decision', { photo, ...verdict, from_queue: true })
      } catch (error) {
        this.#refused(error, photo, 'return')
      }
    })
  }

  readonly skip = (): void => {
    if (this.#first()) this.#dispatch({ do: 'skip' })
  }

  readonly undo = (): void => {
    const step = this.#queue.steps.at(-1)
    if (!step) return
    const photo = filenameOf(step.held)
    if (step.verdict) {
      inOrder(async () => {
        try {
          await call('POST /api/admin/photo-decision', { photo, approved: null })
        } catch (error) {
          this.#refused(error, photo, 'drop')
        }
      })
    }
    this.#dispatch({ do: 'undo' })
  }

  /** What was held is not ours any more, or could not be had. */
  readonly again = (): void => this.#dispatch({ do: 'restart' })
  readonly lookAtSkipped = (): void => this.#dispatch({ do: 'unskip' })

  /** The one on the screen, as long as it is this moderator's. */
  #first() {
    const [held] = this.#queue.hand
    return held && held.until > Date.now() ? held : undefined
  }

  #dispatch(action: QueueAction): void {
    this.#queue = updatePhotoQueue(this.#queue, action)
    if (this.#isOpen && mustAsk(this.#queue)) this.#ask()
    for (const listener of this.#listeners) listener()
  }

  #ask(): void {
    this.#queue = updatePhotoQueue(this.#queue, { do: 'ask' })
    inOrder(async () => {
      if (!this.#isOpen) return
      const stale = this.#queue.hand.find(({ isStale }) => isStale)
      try {
        const until = Date.now() + HELD_MS
        const { items } = await call('POST /api/admin/photo-claim', {
          count: COUNT,
          skip: [...this.#queue.skipped],
        })
        this.#dispatch({ do: 'take', items, until })
        if (stale && !items.some((item) => filenameOf(item) === filenameOf(stale))) {
          showToast('info', 'Another moderator has that photo now.')
        }
      } catch (error) {
        this.#dispatch({ do: 'fail', problem: errorMessage(error) })
      }
    })
  }

  #refused(error: unknown, name: string, otherwise: 'return' | 'drop'): void {
    showToast('danger', errorMessage(error))
    const isFinal = error instanceof CallFailed && (error.status === 404 || error.status === 409)
    this.#dispatch({ do: isFinal ? 'drop' : otherwise, name })
  }

  readonly #letGo = async (): Promise<void> => {
    const skip = this.#queue.hand.map(filenameOf)
    if (skip.length === 0) return
    // Nobody is left to be told; what was not let go is free after five minutes.
    await call('POST /api/admin/photo-claim', { count: 0, skip }, { keepalive: true }).catch(() => {})
  }
}

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
