import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'

export type TagTone = 'wattle' | 'gum' | 'ink' | 'waratah' | 'danger' | 'plain'

const tones: Record<TagTone, string> = {
  wattle: 'bg-wattle text-on-wattle',
  gum: 'bg-gum-soft text-on-gum-soft',
  ink: 'bg-ink text-paper',
  waratah: 'bg-waratah-soft text-on-waratah-soft',
  danger: 'bg-danger-soft text-on-danger-soft',
  plain: 'bg-surface text-ink inset-ring inset-ring-line',
}

type TagProps = { tone?: TagTone; icon?: LucideIcon; children: ReactNode; className?: string }

/** A short label such as New, Premium or Approved. */
export function Tag({ tone = 'plain', icon: Icon, children, className }: TagProps) {
  // So small that memoising would only add code.
  'use no memo'
  return (
    <span
      className={cx(
        'petal-sm inline-flex min-h-6.5 items-center gap-1 whitespace-nowrap px-2.5 font-bold text-xs',
        tones[tone],
        className,
      )}
    >
      {Icon && <Icon aria-hidden="true" strokeWidth={2.5} className="-ms-0.5 size-3.5" />}
      {children}
    </span>
  )
}
