/**
 * Things shown one at a time: each for a while, followed by a pause with nothing. Pure: whoever uses it tells
 * the time, and comes back with a tick when the time of `dueAt` has come.
 */
export interface Turns<T> {
  /** While something is on stage it is the first; the others wait in the order they came. */
  list: readonly T[]
  stage: Stage
}

type Stage =
  | { phase: 'empty' }
  | { phase: 'showing'; until: number }
  /** A pointer or the focus rests on it: its time stands still. */
  | { phase: 'held'; left: number }
  | { phase: 'pause'; until: number }

/** Both in seconds, as the server's settings tell them. */
export interface Timing {
  notification_show_interval: number
  notifications_gap: number
}

export type Turn<T> =
  | { do: 'add'; item: T }
  | { do: 'hold' | 'release' | 'close' | 'tick' }
  | { do: 'drop'; those: (item: T) => boolean }

export const noTurns: Turns<never> = { list: [], stage: { phase: 'empty' } }

export const onStage = <T>({ list, stage }: Turns<T>): T | undefined =>
  stage.phase === 'showing' || stage.phase === 'held' ? list[0] : undefined

/** When the next tick is needed, in milliseconds; null when nothing happens by itself. */
export const dueAt = ({ stage }: Turns<unknown>): number | null => ('until' in stage ? stage.until : null)

export function takeTurn<T>(turns: Turns<T>, turn: Turn<T>, now: number, timing: Timing): Turns<T> {
  const { list, stage } = turns
  switch (turn.do) {
    case 'add':
      // The same news that still waits is told once.
      if (waiting(turns).some((other) => isSame(other, turn.item))) return turns
      return fillStage({ list: [...list, turn.item], stage }, now, timing)
    case 'hold':
      return stage.phase === 'showing'
        ? { list, stage: { phase: 'held', left: Math.max(0, stage.until - now) } }
        : turns
    case 'release':
      return stage.phase === 'held' ? { list, stage: { phase: 'showing', until: now + stage.left } } : turns
    case 'close':
      return onStage(turns) === undefined ? turns : clearStage(list.slice(1), now, timing)
    case 'tick':
      if (!('until' in stage) || now < stage.until) return turns
      if (stage.phase === 'showing') return clearStage(list.slice(1), now, timing)
      return fillStage({ list, stage: { phase: 'empty' } }, now, timing)
    case 'drop': {
      const kept = list.filter((item) => !turn.those(item))
      if (kept.length === list.length) return turns
      const shown = onStage(turns)
      return shown !== undefined && turn.those(shown) ? clearStage(kept, now, timing) : { list: kept, stage }
    }
  }
}

const waiting = <T>(turns: Turns<T>): readonly T[] =>
  onStage(turns) === undefined ? turns.list : turns.list.slice(1)

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function fillStage<T>({ list, stage }: Turns<T>, now: number, timing: Timing): Turns<T> {
  if (stage.phase !== 'empty' || list.length === 0) return { list, stage }
  return { list, stage: { phase: 'showing', until: now + timing.notification_show_interval * 1000 } }
}

const clearStage = <T>(list: readonly T[], now: number, timing: Timing): Turns<T> => ({
  list,
  stage: { phase: 'pause', until: now + timing.notifications_gap * 1000 },
})
