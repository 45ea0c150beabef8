/**
 * Shows items one at a time, each followed by a pause. The functions are pure: the caller passes the time, and sends a
 * tick at `nextTickAt`.
 */
export interface DisplayQueue<T> {
  /** The first item is the one that is shown, if any. The others wait in order of arrival. */
  list: readonly T[]
  stage: Stage
}

type Stage =
  | { phase: 'empty' }
  | { phase: 'showing'; until: number }
  /** The pointer or focus is on the item, so its time is paused. */
  | { phase: 'paused'; left: number }
  | { phase: 'pause'; until: number }

/** Both in seconds, from the server's settings. */
interface Timing {
  notification_show_interval: number
  notifications_gap: number
}

export type DisplayAction<T> =
  | { do: 'add'; item: T }
  | { do: 'hold' | 'release' | 'close' | 'tick' }
  | { do: 'drop'; those: (item: T) => boolean }

export const emptyDisplayQueue: DisplayQueue<never> = { list: [], stage: { phase: 'empty' } }

export const shownItem = <T>({ list, stage }: DisplayQueue<T>): T | undefined =>
  stage.phase === 'showing' || stage.phase === 'paused' ? list[0] : undefined

/** When the next tick is due, in milliseconds; null if none is needed. */
export const nextTickAt = ({ stage }: DisplayQueue<unknown>): number | null =>
  'until' in stage ? stage.until : null

export function updateDisplayQueue<T>(
  queue: DisplayQueue<T>,
  action: DisplayAction<T>,
  now: number,
  timing: Timing,
): DisplayQueue<T> {
  const { list, stage } = queue
  switch (action.do) {
    case 'add':
      // Ignore a duplicate of an item that is still waiting.
      if (waiting(queue).some((other) => isSame(other, action.item))) return queue
      return fillStage({ list: [...list, action.item], stage }, now, timing)
    case 'hold':
      return stage.phase === 'showing'
        ? { list, stage: { phase: 'paused', left: Math.max(0, stage.until - now) } }
        : queue
    case 'release':
      return stage.phase === 'paused' ? { list, stage: { phase: 'showing', until: now + stage.left } } : queue
    case 'close':
      return shownItem(queue) === undefined ? queue : clearStage(list.slice(1), now, timing)
    case 'tick':
      if (!('until' in stage) || now < stage.until) return queue
      if (stage.phase === 'showing') return clearStage(list.slice(1), now, timing)
      return fillStage({ list, stage: { phase: 'empty' } }, now, timing)
    case 'drop': {
      const rest = list.filter((item) => !action.those(item))
      if (rest.length === list.length) return queue
      const shown = shownItem(queue)
      return shown !== undefined && action.those(shown)
        ? clearStage(rest, now, timing)
        : { list: rest, stage }
    }
  }
}

const waiting = <T>(queue: DisplayQueue<T>): readonly T[] =>
  shownItem(queue) === undefined ? queue.list : queue.list.slice(1)

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function fillStage<T>({ list, stage }: DisplayQueue<T>, now: number, timing: Timing): DisplayQueue<T> {
  if (stage.phase !== 'empty' || list.length === 0) return { list, stage }
  return { list, stage: { phase: 'showing', until: now + timing.notification_show_interval * 1000 } }
}

const clearStage = <T>(list: readonly T[], now: number, timing: Timing): DisplayQueue<T> => ({
  list,
  stage: { phase: 'pause', until: now + timing.notifications_gap * 1000 },
})
