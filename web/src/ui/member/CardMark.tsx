import type { LucideIcon } from 'lucide-react'

type CardMarkProps = { icon: LucideIcon; filled?: boolean }

/** A golden petal in a corner of a card's photo. Decorative, because the card's accessible name explains it. */
export function CardMark({ icon: Icon, filled }: CardMarkProps) {
  // So small that memoising would only add code.
  'use no memo'
  return (
    <span
      aria-hidden="true"
      className="petal-round grid size-8 place-items-center bg-wattle text-on-wattle sm:size-9"
    >
      <Icon className="size-4.5 sm:size-5" fill={filled ? 'currentColor' : 'none'} />
    </span>
  )
}
