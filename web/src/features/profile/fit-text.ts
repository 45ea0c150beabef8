import { fitsLines, withoutEmoji } from '@rosella/contract/profile/rules'
import type { TextLimit } from '../../ui/forms/Counter'

/** The text of a field and the position of its caret. */
export interface Typed {
  text: string
  caret: number
}
export type Fit = (before: string, typed: Typed) => Typed

/** Cuts typed or pasted text to the limit, and keeps the existing text. */
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

/** Also removes emoji. */
export const withoutEmojiWithin = (limit: TextLimit): Fit => {
  const fit = withinLimit(limit)
  return (before, { text, caret }) =>
    fit(before, { text: withoutEmoji(text), caret: withoutEmoji(text.slice(0, caret)).length })
}

const isHighHalf = (text: string, at: number): boolean => /[\ud800-\udbff]/.test(text.charAt(at))
const isLowHalf = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text.charAt(at))

/** Finds the inserted part of a text, between the common start and the common end. */
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
