import { type ReactNode, useId } from 'react'
import { cx } from '../cx'

type SwitchProps = {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** Shows YES or NO as text as well as in colour. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-32">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className="group grid h-11 w-20 shrink-0 place-items-center rounded-full disabled:opacity-45"
      >
        <span
          aria-hidden="true"
          className={cx(
            'relative block h-9 w-19 rounded-full font-bold text-xs transition-colors',
            checked ? 'bg-gum text-on-gum' : 'bg-sunken text-muted inset-ring inset-ring-line-strong',
          )}
        >
          <span className={cx('absolute inset-y-0 grid place-items-center', checked ? 'start-3.5' : 'end-4')}>
            {checked ? 'YES' : 'NO'}
          </span>
          <span
            className={cx(
              'petal-round absolute top-1 left-1 size-7 transition duration-350 ease-spring',
              checked ? 'translate-x-10 bg-on-gum' : 'bg-muted',
            )}
          />
        </span>
      </button>
    </div>
  )
}
