import { CLAIM_SECONDS } from '@rosella/contract/admin/rules'
import { CallFailed, call } from '../../../platform/api'
import { onLive } from '../../../platform/live/live'
import { showToast } from '../../../platform/toast'
import {
  COUNT,
  emptyQueue,
  filenameOf,
  needsMore,
  type PhotoQueue,
  type QueueAction,
  updatePhotoQueue,
  type Verdict,
} from './photo-queue'

/** Claims expire here a little earlier than on the server. */
const CLAIM_MS = (CLAIM_SECONDS - 10) * 1000

/** Runs calls one after another, even across screens, because an undo must not overtake its decision. */
let last: Promise<unknown> = Promise.resolve()
function inOrder(work: () => Promise<unknown>): void {
  last = last.then(work)
}

/**
 * The queue that a moderator works through. A decision shows immediately and reaches the server a moment later.
 * Leaving the screen releases the remaining claims.
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

  /** Returns a function that closes the desk. */
  readonly open = (): (() => void) => {
    this.#isOpen = true
    const stop = onLive(({ event }) => {
      if (event === 'admin' || event === 'missed') this.#dispatch({ do: 'changed' })
    })
    // The page is closed, or comes back from the browser's back/forward cache.
    const leave = () => this.#release()
    const reopen = ({ persisted }: PageTransitionEvent) => persisted && this.restart()
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', reopen)
    this.#dispatch({ do: 'restart' })
    return () => {
      this.#isOpen = false
      stop()
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', reopen)
      inOrder(this.#release)
    }
  }

  readonly decide = (verdict: Verdict): void => {
    const item = this.#first()
    if (!item) return
    const photo = filenameOf(item)
    this.#dispatch({ do: 'decide', verdict })
    inOrder(async () => {
      try {
        await call('POST /api/admin/photo-decision', { photo, ...verdict, from_queue: true })
      } catch (error) {
        this.#handleError(error, photo, 'return')
      }
    })
  }

  readonly skip = (): void => {
    if (this.#first()) this.#dispatch({ do: 'skip' })
  }

  readonly undo = (): void => {
    const step = this.#queue.steps.at(-1)
    if (!step) return
    const photo = filenameOf(step.item)
    if (step.verdict) {
      inOrder(async () => {
        try {
          await call('POST /api/admin/photo-decision', { photo, approved: null })
        } catch (error) {
          this.#handleError(error, photo, 'drop')
        }
      })
    }
    this.#dispatch({ do: 'undo' })
  }

  /** Claims photos again after the claims expired or could not be made. */
  readonly restart = (): void => this.#dispatch({ do: 'restart' })
  readonly reviewSkipped = (): void => this.#dispatch({ do: 'unskip' })

  /** The photo on screen, until its claim expires. */
  #first() {
    const [item] = this.#queue.items
    return item && item.until > Date.now() ? item : undefined
  }

  #dispatch(action: QueueAction): void {
    this.#queue = updatePhotoQueue(this.#queue, action)
    if (this.#isOpen && needsMore(this.#queue)) this.#claim()
    for (const listener of this.#listeners) listener()
  }

  #claim(): void {
    this.#queue = updatePhotoQueue(this.#queue, { do: 'claim' })
    inOrder(async () => {
      if (!this.#isOpen) return
      const stale = this.#queue.items.find(({ isStale }) => isStale)
      try {
        const until = Date.now() + CLAIM_MS
        const { items } = await call('POST /api/admin/photo-claim', {
          count: COUNT,
          skip: [...this.#queue.skipped],
        })
        this.#dispatch({ do: 'claimed', items, until })
        if (stale && !items.some((item) => filenameOf(item) === filenameOf(stale))) {
          showToast('info', 'Another moderator has that photo now.')
        }
      } catch (error) {
        this.#dispatch({ do: 'fail', problem: errorMessage(error) })
      }
    })
  }

  #handleError(error: unknown, name: string, otherwise: 'return' | 'drop'): void {
    showToast('danger', errorMessage(error))
    const isFinal = error instanceof CallFailed && (error.status === 404 || error.status === 409)
    this.#dispatch({ do: isFinal ? 'drop' : otherwise, name })
  }

  readonly #release = async (): Promise<void> => {
    const skip = this.#queue.items.map(filenameOf)
    if (skip.length === 0) return
    // Ignore errors, because the moderator has left and claims expire after five minutes anyway.
    await call('POST /api/admin/photo-claim', { count: 0, skip }, { keepalive: true }).catch(() => {})
  }
}

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
