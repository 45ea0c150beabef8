import { PAGE_SIZE, suits } from '@rosella/contract/browse/rules'
import { describe, expect, test } from 'vitest'
import { type Browser, browsePage } from './browse-page'
import { rankIn, readFrom } from './merged-lists'
import { type Entry, RankedList } from './ranked-list'
import { type Order, type Segment, SegmentLists, segments } from './segment-lists'

/** The same numbers each time, so that a failure can be looked at. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const latestFirst = (a: Entry, b: Entry) => b.ts - a.ts || b.id - a.id

describe('entries in order', () => {
  test('thousands come, move and go: every rank is that of a sorted list', () => {
    const roll = dice(1)
    const ordered = new RankedList()
    const times = new Map<number, number>()
    for (let step = 0; step < 20_000; step++) {
      const id = 1 + roll(6000)
      const ts = times.get(id)
      if (ts !== undefined) ordered.remove({ id, ts })
      // At the end more go than come, so that blocks thin out.
      if (step > 14_000 && roll(4) > 0) times.delete(id)
      else {
        const now = roll(3) === 0 ? 100 + roll(50) : 200 + step
        times.set(id, now)
        ordered.add({ id, ts: now })
      }
      if (step % 4000 === 3999) {
        const sorted = [...times].map(([one, at]) => ({ id: one, ts: at })).sort(latestFirst)
        expect(ordered.size).toBe(sorted.length)
        expect(sorted.map((_, rank) => ordered.at(rank))).toEqual(sorted)
        expect(sorted.map((entry) => ordered.before(entry))).toEqual(sorted.map((_, rank) => rank))
      }
    }
    expect(() => ordered.at(ordered.size)).toThrow('no entry at rank')
  })

  test('what is not there cannot be taken away', () => {
    const ordered = new RankedList()
    ordered.remove({ id: 1, ts: 1 })
    ordered.add({ id: 1, ts: 5 })
    ordered.remove({ id: 1, ts: 4 })
    ordered.remove({ id: 2, ts: 5 })
    expect([ordered.size, ordered.at(0)]).toEqual([1, { id: 1, ts: 5 }])
  })

  test('several lists are read as one, from any rank', () => {
    const roll = dice(2)
    const lists = [300, 1, 0, 2500].map((size) => ({ size, list: new RankedList() }))
    const all: Entry[] = []
    for (const { size, list } of lists) {
      for (let n = 0; n < size; n++) {
        const entry = { id: all.length + 1, ts: roll(400) }
        all.push(entry)
        list.add(entry)
      }
    }
    all.sort(latestFirst)
    const merged = lists.map(({ list }) => list)
    for (const rank of [0, 1, 23, 24, 1400, all.length - 1, all.length]) {
      expect([...readFrom(merged, rank)]).toEqual(all.slice(rank))
    }
    expect(all.map((entry) => rankIn(merged, entry))).toEqual(all.map((_, rank) => rank))
  })
})

test('[decision 4] the pages together name everyone who suits once, in order, without oneself and the blocked', () => {
  const roll = dice(3)
  const segmentLists = new SegmentLists(3)
  const town = Array.from({ length: 2000 }, (_, n) => {
    const segment = roll(segments.length)
    return { id: n + 1, segment, newest: 1000 + roll(300), recent: roll(5) === 0 ? null : 2000 + roll(300) }
  })
  for (const { id, segment, newest, recent } of town) segmentLists.place(id, segment, newest, recent)
  for (const member of town.filter(({ id }) => id % 7 === 0)) {
    member.recent = 5000 + member.id
    segmentLists.touch({ id: member.id, ts: member.recent })
    segmentLists.touch({ id: member.id, ts: 10 })
  }
  for (const { id } of town.filter(({ id }) => id % 11 === 0)) segmentLists.drop(id)
  const left = town.filter(({ id }) => id % 11 !== 0)

  for (const viewer of [
    { id: 1, gender: 'f', interested: 'm', hidden: [] },
    { id: 2, gender: 'm', interested: 'b', hidden: left.slice(9, 60).map(({ id }) => id) },
    {
      id: 9999,
      gender: 'f',
      interested: 'b',
      hidden: left.filter((_, n) => n % 3 === 0).map(({ id }) => id),
    },
    { id: 3, gender: null, interested: null, hidden: [] },
  ] satisfies Browser[]) {
    for (const order of ['recent', 'newest'] satisfies Order[]) {
      const expected = left
        .filter(({ id, segment }) => {
          const { gender, interested } = segments[segment] as Segment
          if (id === viewer.id || (viewer.hidden as number[]).includes(id)) return false
          if (!viewer.gender || !viewer.interested) return false
          return suits(viewer.interested, gender) && suits(interested, viewer.gender)
        })
        .flatMap((member) => (member[order] === null ? [] : { id: member.id, ts: member[order] }))
        .sort(latestFirst)
      const pages = Math.ceil(expected.length / PAGE_SIZE)
      const read = Array.from({ length: pages }, (_, n) => browsePage(segmentLists, viewer, order, n + 1))
      expect(read.flatMap(({ entries }) => entries)).toEqual(expected)
      expect(read.every((page) => page.pages === pages)).toBe(true)
      expect(browsePage(segmentLists, viewer, order, pages + 9)).toEqual(
        read.at(-1) ?? { pages: 0, entries: [] },
      )
    }
  }
})
