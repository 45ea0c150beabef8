import type { ClaimedPhoto } from '@rosella/contract/admin/shapes'

/** So many are asked for at once, and asked for again when fewer than `LOW` are in hand. */
export const COUNT = 8
const LOW = 4
/** A call names at most so many that are passed over. */
const SKIPPED_MAX = 200
const STEPS_MAX = 50

export type Verdict = { approved: true } | { approved: false; reject_reason: string }

export interface Held extends ClaimedPhoto {
  /** Until then it is this moderator's alone, in milliseconds of the browser's clock. */
  until: number
  /** Brought back by undo: its addresses may be of no use any more, and its claim must be renewed. */
  isStale?: boolean
}

export interface Step {
  held: Held
  /** null: skipped. */
  verdict: Verdict | null
}

export interface PhotoQueue {
  /** The first is the one on the screen. */
  hand: readonly Held[]
  skipped: readonly string[]
  /** What can be undone, the latest last. */
  steps: readonly Step[]
  /** Decided here; an answer that was on its way may still bring them. */
  decided: readonly string[]
  /** Whether there is more to ask for. */
  supply: 'more' | 'asking' | 'none' | 'failed'
  /** Something changed while the answer was on its way. */
  isOutdated: boolean
  problem: string
}

export const emptyQueue: PhotoQueue = {
  hand: [],
  skipped: [],
  steps: [],
  decided: [],
  supply: 'more',
  isOutdated: false,
  problem: '',
}

export type QueueAction =
  | { do: 'ask' }
  | { do: 'take'; items: readonly ClaimedPhoto[]; until: number }
  | { do: 'fail'; problem: string }
  /** The queue has changed. */
  | { do: 'hear' }
  | { do: 'decide'; verdict: Verdict }
  | { do: 'skip' }
  | { do: 'undo' }
  /** Somebody else has it, or it is gone. */
  | { do: 'drop'; name: string }
  /** The decision did not arrive. */
  | { do: 'return'; name: string }
  /** What is in hand is not ours any more. */
  | { do: 'restart' }
  | { do: 'unskip' }

export const filenameOf = (held: ClaimedPhoto): string => held.photo.filename

export const mustAsk = ({ hand, supply }: PhotoQueue): boolean =>
  supply === 'more' && (hand.length < LOW || hand.some(({ isStale }) => isStale))

export function updatePhotoQueue(queue: PhotoQueue, action: QueueAction): PhotoQueue {
  switch (action.do) {
    case 'ask':
      return { ...queue, supply: 'asking', isOutdated: false, problem: '' }
    case 'take':
      return take(queue, action.items, action.until)
    case 'fail':
      return { ...queue, supply: 'failed', problem: action.problem }
    case 'hear':
      return queue.supply === 'asking' ? { ...queue, isOutdated: true } : { ...queue, supply: 'more' }
    case 'decide':
    case 'skip':
      return putAway(queue, action.do === 'decide' ? action.verdict : null)
    case 'undo':
      return undo(queue)
    case 'drop':
      return forget(queue, action.name)
    case 'return': {
      const step = queue.steps.find(({ held }) => filenameOf(held) === action.name)
      if (!step) return queue
      const rest = forget(queue, action.name)
      return { ...rest, hand: [step.held, ...rest.hand] }
    }
    case 'restart':
      return { ...queue, hand: [], supply: 'more' }
    case 'unskip':
      return { ...queue, skipped: [], supply: 'more' }
  }
}

/** What is in hand keeps its place and its picture; a new claim only makes it last longer. */
function take(queue: PhotoQueue, items: readonly ClaimedPhoto[], until: number): PhotoQueue {
  const came = new Map(items.map((item) => [filenameOf(item), { ...item, until }]))
  const hand = queue.hand.flatMap((held) => {
    const fresh = came.get(filenameOf(held))
    // An answer that was on its way before the undo says nothing about it.
    if (held.isStale) return fresh ?? (queue.isOutdated ? held : [])
    return { ...held, until: fresh ? until : held.until }
  })
  const known = new Set([...queue.hand.map(filenameOf), ...queue.decided, ...queue.skipped])
  const added = [...came].filter(([name]) => !known.has(name)).map(([, held]) => held)
  const supply = queue.isOutdated || items.length === COUNT ? 'more' : 'none'
  return { ...queue, hand: [...hand, ...added], supply, isOutdated: false }
}

function putAway(queue: PhotoQueue, verdict: Verdict | null): PhotoQueue {
  const [held, ...hand] = queue.hand
  if (!held) return queue
  const name = filenameOf(held)
  return {
    ...queue,
    hand: verdict ? hand.map((other) => mark(other, name, verdict.approved)) : hand,
    steps: [...queue.steps, { held, verdict }].slice(-STEPS_MAX),
    decided: verdict ? [...queue.decided, name] : queue.decided,
    skipped: verdict ? queue.skipped : [...queue.skipped, name].slice(-SKIPPED_MAX),
  }
}

function undo(queue: PhotoQueue): PhotoQueue {
  const step = queue.steps.at(-1)
  if (!step) return queue
  const rest = forget(queue, filenameOf(step.held))
  return {
    ...rest,
    hand: [
      { ...step.held, until: Number.POSITIVE_INFINITY, isStale: true },
      ...rest.hand.map((held) => mark(held, filenameOf(step.held), null)),
    ],
    supply: queue.supply === 'asking' ? 'asking' : 'more',
    isOutdated: true,
  }
}

/** A photo whose member has several: the others are shown beside it as they stand now. */
const mark = (held: Held, name: string, approved: boolean | null): Held => ({
  ...held,
  others: held.others.map((other) => (other.filename === name ? { ...other, approved } : other)),
})

function forget(queue: PhotoQueue, name: string): PhotoQueue {
  const other = (its: string): boolean => its !== name
  return {
    ...queue,
    hand: queue.hand.filter((held) => other(filenameOf(held))),
    steps: queue.steps.filter(({ held }) => other(filenameOf(held))),
    decided: queue.decided.filter(other),
    skipped: queue.skipped.filter(other),
  }
}
