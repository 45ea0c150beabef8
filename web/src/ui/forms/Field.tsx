import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx'
import { Counter } from './Counter'

export type FieldText = {
  label: ReactNode
  /** Shown under the field: why we ask, or how to answer. */
  hint?: ReactNode
  error?: ReactNode
  optional?: boolean
  /** Keeps the label for assistive technology only. */
  labelHidden?: boolean
}

type ControlProps = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

type FieldFrameProps = FieldText & {
  id?: string
  className?: string
  /** At the end of the hint's line, such as a counter. */
  aside?: ReactNode
  children: (control: ControlProps) => ReactNode
}

export const controlClass =
  'w-full min-w-0 min-h-12 rounded-input bg-surface px-4 py-2.5 text-ink inset-ring inset-ring-line-strong transition ' +
  'placeholder:text-muted hover:inset-ring-ink aria-invalid:inset-ring-2 aria-invalid:inset-ring-danger ' +
  'disabled:pointer-events-none disabled:bg-sunken disabled:text-muted [&:read-only:not(select)]:bg-sunken'

/** Connects label, control, hint and error. The control must spread the props it is given. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, hint, error, optional, labelHidden, aside, className, children } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={cx('font-semibold text-sm', labelHidden && 'sr-only')}>
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      {(hint || aside) && (
        <div className="flex flex-wrap justify-between gap-x-4 text-muted text-sm">
          <p id={`${id}-hint`}>{hint}</p>
          {aside}
        </div>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

/** Always in the page, so that screen readers announce the text when it appears. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} aria-live="polite" className="flex gap-1.5 font-medium text-danger text-sm empty:hidden">
      {children && (
        <>
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          <span>{children}</span>
        </>
      )}
    </p>
  )
}

type FieldProps = FieldText &
  ComponentProps<'input'> & {
    /** Shows how many characters are left. Needs a controlled field, and does not enforce the limit. */
    limit?: number
  }

/** A one-line text field. Works with react-hook-form's `register(...)`. */
export function Field({ label, hint, error, optional, labelHidden, limit, className, ...input }: FieldProps) {
  return (
    <FieldFrame
      {...{ label, hint, error, optional, labelHidden, className }}
      id={input.id}
      aside={
        limit !== undefined && <Counter text={String(input.value ?? '')} limit={{ characters: limit }} />
      }
    >
      {(control) => <input type="text" dir="auto" {...input} {...control} className={controlClass} />}
    </FieldFrame>
  )
}
