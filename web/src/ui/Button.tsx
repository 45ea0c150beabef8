import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from './cx'
import { Spinner } from './Spinner'

/**
 * Ink is the default. Affection (crimson) is for liking, roses and joining, and tender is its quieter version. Danger is
 * only for confirmations.
 */
type ButtonTone = 'ink' | 'affection' | 'tender' | 'quiet' | 'bare' | 'danger'
type ButtonSize = 'medium' | 'large'

type Look = { tone?: ButtonTone; size?: ButtonSize; icon?: LucideIcon; children: ReactNode }

type ButtonProps = Look &
  ComponentProps<'button'> & {
    /** The request is running. The button keeps its size and focus, and ignores further clicks. */
    pending?: boolean
    /** The step to take first. It disables the button and is shown under it. Null if nothing is missing. */
    missing?: string | null
  }

const tones: Record<ButtonTone, string> = {
  ink: 'bg-ink text-paper hover:bg-ink/85',
  affection: 'bg-waratah text-on-waratah hover:bg-waratah/88',
  tender:
    'bg-waratah-soft text-on-waratah-soft inset-ring inset-ring-waratah/35 hover:inset-ring-waratah aria-disabled:inset-ring-transparent',
  quiet: 'bg-surface text-ink inset-ring inset-ring-line-strong hover:bg-sunken',
  bare: 'text-ink hover:bg-ink/8',
  danger: 'bg-danger text-on-danger hover:bg-danger/88',
}

const sizes: Record<ButtonSize, string> = {
  medium: 'min-h-11 px-5 py-2 text-base',
  large: 'min-h-14 px-8 py-3 text-lg',
}

const shape =
  'inline-flex items-center justify-center gap-2 rounded-full text-center font-semibold leading-tight transition ' +
  'active:scale-97 disabled:pointer-events-none disabled:opacity-45 aria-disabled:active:scale-100'

export function Button(props: ButtonProps) {
  const {
    tone = 'ink',
    size = 'medium',
    icon: Icon,
    pending,
    missing,
    children,
    className,
    onClick,
    ...rest
  } = props
  const missingId = useId()
  const isIdle = pending || rest['aria-disabled'] === true

  function guard(event: MouseEvent<HTMLButtonElement>) {
    if (isIdle) event.preventDefault()
    else onClick?.(event)
  }

  const button = (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || Boolean(missing)}
      className={cx(shape, tones[tone], sizes[size], className)}
      onClick={guard}
      aria-busy={pending || undefined}
      aria-disabled={isIdle || undefined}
      aria-describedby={missing ? missingId : rest['aria-describedby']}
    >
      {pending ? <Spinner /> : Icon && <Icon aria-hidden="true" className="size-5 shrink-0" />}
      {children}
    </button>
  )
  if (missing === undefined) return button
  return (
    <span className="inline-flex flex-col items-start gap-1.5">
      {button}
      {missing && (
        <span id={missingId} className="text-muted text-sm">
          {missing}
        </span>
      )}
    </span>
  )
}

export function ButtonLink({
  tone = 'ink',
  size = 'medium',
  icon: Icon,
  className,
  children,
  ...rest
}: Look & LinkProps) {
  return (
    <Link {...rest} className={cx(shape, tones[tone], sizes[size], className)}>
      {Icon && <Icon aria-hidden="true" className="size-5 shrink-0" />}
      {children}
    </Link>
  )
}
