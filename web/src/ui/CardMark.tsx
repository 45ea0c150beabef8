import type { LucideIcon } from 'lucide-react'
import { cx } from './cx'

type CardMarkProps = { icon: LucideIcon; tone: 'wattle' | 'waratah'; filled?: boolean }

/** A petal in a corner of a card's photo. The card's name says what it means. */
export function CardMark({ icon: Icon, tone, filled }: CardMarkProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'petal-round grid size-8 place-items-center sm:size-9',
        tone === 'wattle' ? 'bg-wattle text-on-wattle' : 'bg-waratah text-on-waratah',
      )}
    >
      <Icon className="size-4.5 sm:size-5" fill={filled ? 'currentColor' : 'none'} />
    </span>
  )
}
