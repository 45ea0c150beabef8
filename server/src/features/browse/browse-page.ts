import { PAGE_SIZE } from '@rosella/contract/browse/rules'
import type { Viewer } from '../../domain/viewer'
import { rankIn, readFrom, sizeOf } from './merged-lists'
import type { Entry } from './ranked-list'
import type { Order, SegmentLists } from './segment-lists'

export type Browser = Pick<Viewer, 'id' | 'gender' | 'interested' | 'hidden'>

/** One page of those who suit the viewer. Those hidden from them are few: their ranks are taken out one by one. */
export function browsePage(
  all: SegmentLists,
  viewer: Browser,
  order: Order,
  p: number,
): { pages: number; entries: Entry[] } {
  const lists = all.listsFor(viewer, order)
  const hiddenEntries = [viewer.id, ...viewer.hidden].flatMap((id) => all.entryIn(lists, order, id) ?? [])
  const { pages, skip, size } = pageAt(sizeOf(lists) - hiddenEntries.length, p)
  const ranks = hiddenEntries.map((entry) => rankIn(lists, entry)).sort((a, b) => a - b)
  const rank = ranks.reduce((start, hiddenRank) => (hiddenRank <= start ? start + 1 : start), skip)

  const hiddenIds = new Set(hiddenEntries.map(({ id }) => id))
  const entries: Entry[] = []
  for (const entry of size > 0 ? readFrom(lists, rank) : []) {
    if (!hiddenIds.has(entry.id)) entries.push(entry)
    if (entries.length === size) break
  }
  return { pages, entries }
}

/** Where page `p` of `total` rows lies; past the end is the last page. */
function pageAt(total: number, p: number): { pages: number; skip: number; size: number } {
  const pages = Math.ceil(total / PAGE_SIZE)
  const skip = (Math.max(1, Math.min(p, pages)) - 1) * PAGE_SIZE
  return { pages, skip, size: Math.min(PAGE_SIZE, total - skip) }
}
