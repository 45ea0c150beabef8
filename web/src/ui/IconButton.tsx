import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx'
import { Spinner } from './Spinner'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name. Either it states the state and changes with it, or `pressed` does. */
  label: string
  icon: LucideIcon
  tone?: keyof typeof tones
  /** Makes it a toggle. A pressed one is filled with its colour. */
  pressed?: boolean
  pending?: boolean
}

const tones = {
  quiet:
    'bg-surface text-ink inset-ring inset-ring-line-strong hover:bg-sunken aria-pressed:bg-ink aria-pressed:text-paper',
  bare: 'text-ink hover:bg-ink/8 aria-pressed:bg-ink/12',
  wattle:
    'bg-surface text-ink inset-ring inset-ring-line-strong hover:bg-wattle-soft ' +
    'aria-pressed:bg-wattle aria-pressed:text-on-wattle aria-pressed:inset-ring-transparent',
}

/** A round 44 px button with an icon and a name. */
export function IconButton({
  label,
  icon: Icon,
  tone = 'bare',
  pressed,
  pending,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest['aria-disabled']}
      onClick={pending ? undefined : onClick}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-full transition active:scale-92',
        'disabled:pointer-events-none disabled:opacity-45 aria-disabled:opacity-45',
        tones[tone],
        className,
      )}
    >
      {pending ? (
        <Spinner />
      ) : (
        <Icon
          aria-hidden="true"
          className="size-5.5"
          fill={pressed && tone === 'wattle' ? 'currentColor' : 'none'}
        />
      )}
    </button>
  )
}
