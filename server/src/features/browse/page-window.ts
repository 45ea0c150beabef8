import { PAGE_SIZE } from '@rosella/contract/browse/rules'

export interface PageWindow {
  size: number
  /** Rows to skip from the nearer end: an index is walked from there, so the last page costs as the first. */
  skip: number
  fromEnd: boolean
}

/** Where page `p` of `total` rows lies; past the end is the last page. */
export function pageWindow(total: number, p: number): PageWindow & { pages: number } {
  const pages = Math.ceil(total / PAGE_SIZE)
  const offset = (Math.max(1, Math.min(p, pages)) - 1) * PAGE_SIZE
  const size = Math.min(PAGE_SIZE, total - offset)
  const left = total - offset - size
  const fromEnd = left < offset
  return { pages, size, skip: fromEnd ? left : offset, fromEnd }
}
