import { CLAIM_SECONDS, UNDO_MS } from '@rosella/contract/admin/rules'
import { CallFailed, call } from '../../../platform/api'
import { onLive } from '../../../platform/live/live'
import { showToast } from '../../../platform/toast'
import { HeldDecisions } from '../held-decisions'
import {
  COUNT,
  emptyQueue,
  filenameOf,
  needsMore,
  type PhotoQueue,
  type QueueAction,
  type Step,
  updatePhotoQueue,
  type Verdict,
} from './photo-queue'

/** Claims expire here a little earlier than on the server, and leave time to undo a decision. */
const CLAIM_MS = (CLAIM_SECONDS - 10) * 1000 - UNDO_MS

type Decision = Step & { verdict: Verdict }

/** Runs calls one after another, even across screens, because a claim must not overtake the decisions before it. */
let last: Promise<unknown> = Promise.resolve()
function inOrder(work: () => Promise<unknown>): void {
  last = last.then(work)
}

/**
 * The queue that a moderator works through. A decision shows immediately and is sent when it can no longer be undone.
 * Leaving the screen sends the decisions and releases the remaining claims.
 */
export class PhotoDesk {
  #queue = emptyQueue
  #isOpen = false
  readonly #listeners = new Set<() => void>()
  readonly decisions = new HeldDecisions<Decision>((step) => this.#send(step))

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
    if (!this.#first()) return
    this.#dispatch({ do: 'decide', verdict })
    this.decisions.hold(this.#queue.steps.at(-1) as Decision)
  }

  #send(step: Decision): Promise<boolean> {
    const photo = filenameOf(step.item)
    this.#dispatch({ do: 'sent', step })
    const input = { photo, ...step.verdict, from_queue: true }
    const sent = call('POST /api/admin/photo-decision', input, { keepalive: true }).then(
      () => true,
      (error: unknown) => {
        showToast('danger', `${step.item.photo.username ?? 'An unnamed member'}: ${errorMessage(error)}`)
        const isFinal = error instanceof CallFailed && (error.status === 404 || error.status === 409)
        this.#dispatch(isFinal ? { do: 'drop', name: photo } : { do: 'return', item: step.item })
        return false
      },
    )
    inOrder(() => sent)
    return sent
  }

  readonly skip = (): void => {
    if (this.#first()) this.#dispatch({ do: 'skip' })
  }

  readonly undo = (): void => {
    const step = this.#queue.steps.at(-1)
    if (!step) return
    if (step.verdict) this.decisions.undo(step as Decision)
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
          keep: this.decisions.get().held.map(({ item }) => filenameOf(item)),
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

  readonly #release = async (): Promise<void> => {
    const skip = this.#queue.items.map(filenameOf)
    if (skip.length === 0) return
    // Ignore errors, because the moderator has left and claims expire after five minutes anyway.
    await call('POST /api/admin/photo-claim', { count: 0, skip }, { keepalive: true }).catch(() => {})
  }
}

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
