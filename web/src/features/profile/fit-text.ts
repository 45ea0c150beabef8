import { fitsLines, withoutEmoji } from '@rosella/contract/profile/rules'
import type { TextLimit } from '../../ui/forms/Counter'

/** What stands in a field, and where the next letter goes. */
export interface Typed {
  text: string
  caret: number
}
export type Fit = (before: string, typed: Typed) => Typed

/** Cuts what was typed or pasted to the room there is; what stood there before stays. */
export const withinLimit =
  (limit: TextLimit): Fit =>
  (before, typed) => {
    if (fitsLines(typed.text, limit)) return typed
    const { head, inserted, tail } = insertion(before, typed.text)
    const part = cut(inserted, {
      characters: limit.characters - head.length - tail.length,
      newLines: limit.lines === undefined ? Infinity : limit.lines - (head + tail).split('\n').length,
    })
    return { text: head + part + tail, caret: head.length + part.length }
  }

/** Emoji go as they come. */
export const withoutEmojiWithin = (limit: TextLimit): Fit => {
  const fit = withinLimit(limit)
  return (before, { text, caret }) =>
    fit(before, { text: withoutEmoji(text), caret: withoutEmoji(text.slice(0, caret)).length })
}

const isHighHalf = (text: string, at: number): boolean => /[\ud800-\udbff]/.test(text.charAt(at))
const isLowHalf = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text.charAt(at))

/** What is new in a text: it lies between what both begin and what both end with. */
function insertion(before: string, after: string) {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  if (start > 0 && isHighHalf(after, start - 1)) start--
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  if (end > 0 && isLowHalf(after, after.length - end)) end--
  return {
    head: after.slice(0, start),
    inserted: after.slice(start, after.length - end),
    tail: after.slice(after.length - end),
  }
}

function cut(text: string, room: { characters: number; newLines: number }): string {
  let short = text.slice(0, Math.max(0, room.characters))
  if (short.length < text.length && isHighHalf(short, short.length - 1)) short = short.slice(0, -1)
  return short
    .split('\n')
    .slice(0, Math.max(0, room.newLines) + 1)
    .join('\n')
}
