import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type DisplayAction,
  type DisplayQueue,
  emptyDisplayQueue,
  nextTickAt,
  shownItem,
  updateDisplayQueue,
} from './display-queue'

const timing = { notification_show_interval: 6, notifications_gap: 2 }

/** A queue with a manual clock, which sends the ticks that a timer would. */
function queueWithClock() {
  let now = 1_000_000
  let queue: DisplayQueue<string> = emptyDisplayQueue
  const changes: { at: number; shown: string | undefined }[] = []
  const dispatch = (action: DisplayAction<string>) => {
    queue = updateDisplayQueue(queue, action, now, timing)
    if (changes.at(-1)?.shown !== shownItem(queue)) changes.push({ at: now, shown: shownItem(queue) })
  }
  return {
    dispatch,
    /** Every change of the shown item. */
    changes,
    add: (item: string) => dispatch({ do: 'add', item }),
    shown: () => shownItem(queue),
    queue: () => queue,
    pass(seconds: number) {
      const end = now + seconds * 1000
      for (let due = nextTickAt(queue); due !== null && due <= end; due = nextTickAt(queue)) {
        now = Math.max(now, due)
        dispatch({ do: 'tick' })
      }
      now = end
    },
  }
}

describe('[P1 §4] the notification queue', () => {
  test('shows one item at a time for 6 seconds, then pauses for 2', () => {
    const { add, shown, pass } = queueWithClock()
    add('like')
    add('rose')
    expect(shown()).toBe('like')
    pass(5.9)
    expect(shown()).toBe('like')
    pass(0.1)
    expect(shown()).toBeUndefined()
    pass(1.9)
    expect(shown()).toBeUndefined()
    pass(0.1)
    expect(shown()).toBe('rose')
    pass(6)
    expect(shown()).toBeUndefined()
  })

  test('an item added during the pause waits for its end, and a later one shows immediately', () => {
    const { add, shown, pass } = queueWithClock()
    add('like')
    pass(7)
    add('rose')
    expect(shown()).toBeUndefined()
    pass(1)
    expect(shown()).toBe('rose')
    pass(60)
    add('message')
    expect(shown()).toBe('message')
  })

  test('an item stays while the pointer or focus is on it, and then for the rest of its time', () => {
    const { add, dispatch, shown, pass } = queueWithClock()
    add('like')
    pass(4)
    dispatch({ do: 'hold' })
    pass(600)
    expect(shown()).toBe('like')
    dispatch({ do: 'release' })
    pass(1.9)
    expect(shown()).toBe('like')
    pass(0.1)
    expect(shown()).toBeUndefined()
  })

  test('the pause also follows a closed or dropped item', () => {
    const { add, dispatch, shown, pass } = queueWithClock()
    for (const item of ['like', 'rose', 'message', 'another']) add(item)
    dispatch({ do: 'close' })
    expect(shown()).toBeUndefined()
    dispatch({ do: 'drop', those: (item) => item === 'message' })
    pass(2)
    expect(shown()).toBe('rose')
    dispatch({ do: 'drop', those: (item) => item === 'rose' })
    expect(shown()).toBeUndefined()
    pass(2)
    expect(shown()).toBe('another')
  })

  test('a duplicate is ignored while the first waits, and added once it has been shown', () => {
    const { add, queue, pass } = queueWithClock()
    for (const item of ['like', 'message', 'message', 'message']) add(item)
    expect(queue().list).toEqual(['like', 'message'])
    pass(8)
    add('message')
    expect(queue().list).toEqual(['message', 'message'])
  })

  test('any sequence of actions keeps the order, pauses between items and ends empty', () => {
    const action = fc.oneof(
      fc.record({ do: fc.constant('add' as const), item: fc.uuid() }),
      fc.record({ do: fc.constantFrom('hold' as const, 'release' as const, 'close' as const) }),
      fc.record({ wait: fc.integer({ min: 0, max: 9000 }) }),
    )
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (queue) => {
        const { dispatch, pass, changes } = queueWithClock()
        for (const one of queue) {
          if ('wait' in one) pass(one.wait / 1000)
          else dispatch(one)
        }
        dispatch({ do: 'release' })
        pass(8 * queue.length)
        const added = queue.flatMap((one) => ('item' in one ? [one.item] : []))
        const shown = changes.flatMap((change) => change.shown ?? [])
        expect(shown).toEqual(added)
        changes.forEach(({ at, shown: next }, place) => {
          const before = changes[place - 1]
          if (next === undefined || before === undefined) return
          expect(before.shown).toBeUndefined()
          expect(at - before.at).toBeGreaterThanOrEqual(2000)
        })
        expect(changes.at(-1)?.shown).toBeUndefined()
      }),
    )
  })
})
