import { cx } from '../cx'
import { VisuallyHidden } from '../VisuallyHidden'

export type TextLimit = { characters: number; lines?: number }

/** From here on, screen readers announce what is left, but not at every key, which would drown the letters. */
const FEW_CHARACTERS = 20
const STEP = 10
const FEW_LINES = 2

/** The characters, and optionally lines, that are left. */
export function Counter({ text, limit }: { text: string; limit: TextLimit }) {
  const characters = limit.characters - text.length
  const lines = limit.lines === undefined ? undefined : limit.lines - text.split('\n').length
  const label = `${counted(characters, 'character')}${lines === undefined ? '' : `, ${counted(lines, 'line')}`} left`
  const few = [
    characters <= FEW_CHARACTERS && counted(Math.ceil(characters / STEP) * STEP, 'character'),
    lines !== undefined && lines <= FEW_LINES && counted(lines, 'line'),
  ].filter(Boolean)
  return (
    <span
      className={cx(
        'ms-auto max-w-full shrink-0 text-end tabular-nums',
        (characters < 0 || (lines ?? 0) < 0) && 'font-semibold text-danger',
      )}
    >
      <span aria-hidden="true">{label}</span>
      <VisuallyHidden>
        <span aria-live="polite">{few[0] && `${few.join(', ')} left`}</span>
      </VisuallyHidden>
    </span>
  )
}

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
