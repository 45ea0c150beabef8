import { cx } from '../cx'
import { VisuallyHidden } from '../VisuallyHidden'

export type TextLimit = { characters: number; lines?: number }

/** Said aloud only when it matters: from here on. */
const FEW_CHARACTERS = 20
const FEW_LINES = 2

/** What remains of a limit, in characters and, where they count, in lines. */
export function Counter({ text, limit }: { text: string; limit: TextLimit }) {
  const characters = limit.characters - text.length
  const lines = limit.lines === undefined ? undefined : limit.lines - text.split('\n').length
  const few = characters <= FEW_CHARACTERS || (lines !== undefined && lines <= FEW_LINES)
  const words = `${counted(characters, 'character')}${lines === undefined ? '' : `, ${counted(lines, 'line')}`} left`
  return (
    <span
      className={cx(
        'ms-auto max-w-full shrink-0 text-end tabular-nums',
        (characters < 0 || (lines ?? 0) < 0) && 'font-semibold text-danger',
      )}
    >
      <span aria-hidden="true">{words}</span>
      <VisuallyHidden>
        <span aria-live="polite">{few ? words : ''}</span>
      </VisuallyHidden>
    </span>
  )
}

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
