import X from 'lucide-react/icons/x'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx'
import { FieldError } from './Field'

type Choice = { value: string; label: ReactNode; disabled?: boolean }

type GroupText = { legend: ReactNode; hint?: ReactNode; error?: ReactNode; optional?: boolean }

type ChoiceGroupProps = GroupText & {
  options: Choice[]
  value: string | null
  onChange: (value: string | null) => void
  /** Choosing the selected option again clears the answer. */
  clearable?: boolean
}

/** A single choice: radio buttons that look like pills. */
export function ChoiceGroup({ options, value, onChange, clearable, ...text }: ChoiceGroupProps) {
  const name = useId()
  return (
    <PillSet {...text} note={clearable ? 'Choose the selected answer again to clear it.' : undefined}>
      {options.map((option) => (
        <Pill
          key={option.value}
          choice={option}
          clears={clearable && option.value === value}
          type="radio"
          name={name}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
          // A radio button fires no change event if it is chosen again, so handle the click and the space bar.
          onClick={() => clearable && option.value === value && onChange(null)}
          onKeyDown={(event) => {
            if (event.key !== ' ' || !clearable || option.value !== value) return
            event.preventDefault()
            onChange(null)
          }}
        />
      ))}
    </PillSet>
  )
}

type MultiChoiceGroupProps = GroupText & {
  options: Choice[]
  values: string[]
  onChange: (values: string[], changed: string) => void
}

/** Multiple choices: checkboxes that look like pills. `changed` is the one that was clicked. */
export function MultiChoiceGroup({ options, values, onChange, ...text }: MultiChoiceGroupProps) {
  function toggle(value: string) {
    onChange(values.includes(value) ? values.filter((other) => other !== value) : [...values, value], value)
  }
  return (
    <PillSet {...text}>
      {options.map((option) => (
        <Pill
          key={option.value}
          choice={option}
          clears={values.includes(option.value)}
          type="checkbox"
          checked={values.includes(option.value)}
          onChange={() => toggle(option.value)}
        />
      ))}
    </PillSet>
  )
}

type PillSetProps = GroupText & { note?: string; children: ReactNode }

function PillSet({ legend, hint, error, optional, note, children }: PillSetProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, note && `${id}-note`, error && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <fieldset aria-describedby={describedBy || undefined} className="min-w-0">
      <legend className="mb-2 font-semibold text-sm">
        {legend}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      <div className="flex flex-wrap gap-2">{children}</div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-muted text-sm">
          {hint}
        </p>
      )}
      {note && (
        <p id={`${id}-note`} className="sr-only">
          {note}
        </p>
      )}
      <div className="mt-1.5 empty:hidden">
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </fieldset>
  )
}

type PillProps = ComponentProps<'input'> & { choice: Choice; clears?: boolean }

function Pill({ choice, clears, ...input }: PillProps) {
  return (
    <label className="relative inline-flex">
      <input {...input} disabled={choice.disabled} className="peer sr-only" />
      <span
        className={cx(
          'inline-flex min-h-11 items-center gap-2 rounded-full bg-surface px-4 py-1.5 inset-ring inset-ring-line-strong',
          'leading-tight transition peer-not-checked:hover:bg-sunken peer-checked:bg-ink peer-checked:font-semibold peer-checked:text-paper',
          'peer-focus-visible:outline-3 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2',
          'peer-disabled:pointer-events-none peer-disabled:opacity-45',
        )}
      >
        {choice.label}
        {clears && <X aria-hidden="true" className="-me-1 size-4 animate-appear" />}
      </span>
    </label>
  )
}
