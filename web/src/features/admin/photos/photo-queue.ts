import type { ClaimedPhoto } from '@rosella/contract/admin/shapes'

/** How many photos to claim at a time. More are claimed when fewer than `LOW` are left. */
export const COUNT = 8
const LOW = 4
/** The API accepts at most this many skipped photos. */
const SKIPPED_MAX = 200
const STEPS_MAX = 50

export type Verdict = { approved: true } | { approved: false; reject_reason: string }

export interface QueueItem extends ClaimedPhoto {
  /** When this moderator's claim expires, in milliseconds of the browser's clock. */
  until: number
  /** Skipped and brought back. Its URLs may have expired, and its claim must be renewed. */
  isStale?: boolean
}

export interface Step {
  item: QueueItem
  /** Null if skipped. */
  verdict: Verdict | null
}

export interface PhotoQueue {
  /** The claimed photos. The first is on screen. */
  items: readonly QueueItem[]
  skipped: readonly string[]
  /** Steps that can be undone, latest last: skipped photos, and decisions that have not been sent. */
  steps: readonly Step[]
  /** Decided here. A reply that is already on its way may still contain them. */
  decided: readonly string[]
  /** Whether there are more photos to claim. */
  supply: 'more' | 'claiming' | 'none' | 'failed'
  /** Something changed while a claim was on its way. */
  isOutdated: boolean
  problem: string
}

export const emptyQueue: PhotoQueue = {
  items: [],
  skipped: [],
  steps: [],
  decided: [],
  supply: 'more',
  isOutdated: false,
  problem: '',
}

export type QueueAction =
  | { do: 'claim' }
  | { do: 'claimed'; items: readonly ClaimedPhoto[]; until: number }
  | { do: 'fail'; problem: string }
  /** The queue has changed on the server. */
  | { do: 'changed' }
  | { do: 'decide'; verdict: Verdict }
  | { do: 'skip' }
  | { do: 'undo' }
  /** The decision can no longer be undone. */
  | { do: 'sent'; step: Step }
  /** Another moderator has the photo, or it no longer exists. */
  | { do: 'drop'; name: string }
  /** The decision did not reach the server. */
  | { do: 'return'; item: QueueItem }
  /** The claims have expired. */
  | { do: 'restart' }
  | { do: 'unskip' }

export const filenameOf = ({ photo }: ClaimedPhoto): string => photo.filename

export const needsMore = ({ items, supply }: PhotoQueue): boolean =>
  supply === 'more' && (items.length < LOW || items.some(({ isStale }) => isStale))

export function updatePhotoQueue(queue: PhotoQueue, action: QueueAction): PhotoQueue {
  switch (action.do) {
    case 'claim':
      return { ...queue, supply: 'claiming', isOutdated: false, problem: '' }
    case 'claimed':
      return addClaimed(queue, action.items, action.until)
    case 'fail':
      return { ...queue, supply: 'failed', problem: action.problem }
    case 'changed':
      return queue.supply === 'claiming' ? { ...queue, isOutdated: true } : { ...queue, supply: 'more' }
    case 'decide':
    case 'skip':
      return finishFirst(queue, action.do === 'decide' ? action.verdict : null)
    case 'undo':
      return undo(queue)
    case 'drop':
      return remove(queue, action.name)
    case 'sent':
      return { ...queue, steps: queue.steps.filter((step) => step !== action.step) }
    case 'return': {
      const { items, ...rest } = bringBack(queue, action.item)
      // Behind the photo on screen, which a moderator may be about to decide.
      const [item, first, ...others] = items
      return { ...rest, items: [first, item, ...others].filter((one) => one !== undefined) }
    }
    case 'restart':
      return { ...queue, items: [], supply: 'more' }
    case 'unskip':
      return { ...queue, skipped: [], supply: 'more' }
  }
}

/** Photos already in the queue keep their place and their URLs; a new claim only extends their time. */
function addClaimed(queue: PhotoQueue, claimed: readonly ClaimedPhoto[], until: number): PhotoQueue {
  const renewed = new Map(claimed.map((photo) => [filenameOf(photo), { ...photo, until }]))
  const items = queue.items.flatMap((item) => {
    const fresh = renewed.get(filenameOf(item))
    // A reply that was sent before the undo does not know about it.
    if (item.isStale) return fresh ?? (queue.isOutdated ? item : [])
    return { ...item, until: fresh ? until : item.until }
  })
  const known = new Set([...queue.items.map(filenameOf), ...queue.decided, ...queue.skipped])
  const added = [...renewed].filter(([name]) => !known.has(name)).map(([, item]) => item)
  const supply = queue.isOutdated || claimed.length === COUNT ? 'more' : 'none'
  return { ...queue, items: [...items, ...added], supply, isOutdated: false }
}

function finishFirst(queue: PhotoQueue, verdict: Verdict | null): PhotoQueue {
  const [item, ...items] = queue.items
  if (!item) return queue
  const name = filenameOf(item)
  return {
    ...queue,
    items: verdict ? items.map((other) => mark(other, name, verdict.approved)) : items,
    steps: [...queue.steps, { item, verdict }].slice(-STEPS_MAX),
    decided: verdict ? [...queue.decided, name] : queue.decided,
    skipped: verdict ? queue.skipped : [...queue.skipped, name].slice(-SKIPPED_MAX),
  }
}

function undo(queue: PhotoQueue): PhotoQueue {
  const step = queue.steps.at(-1)
  if (!step) return queue
  // The moderator still has the claim on a photo whose decision was not sent.
  if (step.verdict) return bringBack(queue, step.item)
  return {
    ...bringBack(queue, { ...step.item, until: Number.POSITIVE_INFINITY, isStale: true }),
    supply: queue.supply === 'claiming' ? 'claiming' : 'more',
    isOutdated: true,
  }
}

function bringBack(queue: PhotoQueue, item: QueueItem): PhotoQueue {
  const rest = remove(queue, filenameOf(item))
  return { ...rest, items: [item, ...rest.items.map((other) => mark(other, filenameOf(item), null))] }
}

/** Updates the member's other photos, which are shown next to this one. */
const mark = (item: QueueItem, name: string, approved: boolean | null): QueueItem => ({
  ...item,
  others: item.others.map((other) => (other.filename === name ? { ...other, approved } : other)),
})

function remove(queue: PhotoQueue, name: string): PhotoQueue {
  const isOther = (filename: string): boolean => filename !== name
  return {
    ...queue,
    items: queue.items.filter((item) => isOther(filenameOf(item))),
    steps: queue.steps.filter(({ item }) => isOther(filenameOf(item))),
    decided: queue.decided.filter(isOther),
    skipped: queue.skipped.filter(isOther),
  }
}
