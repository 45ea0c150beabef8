import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './Field'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

/** A check box with its words; the whole line is the target. Takes react-hook-form's `register(...)`. */
export function Checkbox({ label, hint, error, className, ...input }: CheckboxProps) {
  const ownId = useId()
  const id = input.id ?? ownId
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={className}>
      <label className="inline-flex min-h-11 items-start gap-3 py-2.5">
        <span className="relative grid size-6 shrink-0 place-items-center">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy}
            className="peer petal-sm absolute inset-0 appearance-none bg-surface inset-ring inset-ring-line-strong transition checked:bg-ink hover:inset-ring-ink disabled:opacity-45 aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none relative size-4 scale-50 text-paper opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100"
          />
        </span>
        <span className="leading-6">{label}</span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="ms-9 text-muted text-sm">
          {hint}
        </p>
      )}
      <div className="ms-9 empty:hidden">
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </div>
  )
}
