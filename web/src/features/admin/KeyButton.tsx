import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx'

type KeyButtonProps = {
  letter: string | undefined
  icon?: LucideIcon
  onClick: () => void
  disabled?: boolean
  pending?: boolean
  title?: string
  tone?: 'gum' | 'plain'
  children: ReactNode
}

/** A button that shows its keyboard shortcut. */
export function KeyButton({
  letter,
  icon: Icon,
  onClick,
  disabled,
  title,
  tone = 'plain',
  children,
}: KeyButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={disabled}
      title={title}
      aria-keyshortcuts={letter}
      className={cx(
        'petal-sm flex w-full items-center gap-2 px-3 py-1 text-start leading-tight font-semibold transition disabled:opacity-45',
        tone === 'gum'
          ? 'min-h-12 bg-gum text-base text-on-gum hover:bg-gum/88'
          : 'min-h-9.5 bg-surface inset-ring inset-ring-line hover:bg-sunken pointer-coarse:min-h-11',
      )}
    >
      {Icon && <Icon aria-hidden="true" className="size-4.5 shrink-0" />}
      {children}
      {letter && <KeyCap letter={letter} className="ms-auto" isInverse={tone === 'gum'} />}
    </button>
  )
}

type KeyCapProps = { letter: string; className?: string; isInverse?: boolean }

/** The key of a button. A touch screen has none. */
export const KeyCap = ({ letter, className, isInverse }: KeyCapProps) => (
  <span
    aria-hidden="true"
    className={cx(
      'grid h-6 min-w-6 place-items-center rounded-md px-1 font-bold font-sans text-xs pointer-coarse:hidden',
      isInverse ? 'bg-on-gum text-gum' : 'bg-sunken text-ink inset-ring inset-ring-line-strong',
      className,
    )}
  >
    {letter}
  </span>
)
