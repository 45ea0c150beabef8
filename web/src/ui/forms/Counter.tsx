import { cx } from '../cx'
import { VisuallyHidden } from '../VisuallyHidden'

export type TextLimit = { characters: number; lines?: number }

/** From here on, screen readers announce the count. */
const FEW_CHARACTERS = 20
const FEW_LINES = 2

/** The characters, and optionally lines, that are left. */
export function Counter({ text, limit }: { text: string; limit: TextLimit }) {
  const characters = limit.characters - text.length
  const lines = limit.lines === undefined ? undefined : limit.lines - text.split('\n').length
  const few = characters <= FEW_CHARACTERS || (lines !== undefined && lines <= FEW_LINES)
  const label = `${counted(characters, 'character')}${lines === undefined ? '' : `, ${counted(lines, 'line')}`} left`
  return (
    <span
      className={cx(
        'ms-auto max-w-full shrink-0 text-end tabular-nums',
        (characters < 0 || (lines ?? 0) < 0) && 'font-semibold text-danger',
      )}
    >
      <span aria-hidden="true">{label}</span>
      <VisuallyHidden>
        <span aria-live="polite">{few ? label : ''}</span>
      </VisuallyHidden>
    </span>
  )
}

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
