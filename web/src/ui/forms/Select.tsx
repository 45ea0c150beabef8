import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { cx } from '../cx'
import { controlClass, FieldFrame, type FieldText } from './Field'

export type SelectOption = { value: string; label: string; disabled?: boolean }

type SelectProps = FieldText &
  ComponentProps<'select'> & {
    options?: SelectOption[]
    /** The first, empty option. */
    placeholder?: string
  }

/** A native select. Takes `options`, or option elements as children. */
export function Select(props: SelectProps) {
  const { label, hint, error, optional, labelHidden, className, options, placeholder, children, ...select } =
    props
  return (
    <FieldFrame {...{ label, hint, error, optional, labelHidden, className }} id={select.id}>
      {(control) => (
        <span className="relative block">
          <select {...select} {...control} className={cx(controlClass, 'appearance-none truncate pe-11')}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options?.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
            {children}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-5 text-muted"
          />
        </span>
      )}
    </FieldFrame>
  )
}
