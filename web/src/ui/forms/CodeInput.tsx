import type { ComponentProps } from 'react'
import { cx } from '../cx'
import { FieldFrame, type FieldText } from './Field'

type CodeInputProps = FieldText &
  Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
    value: string
    onChange: (digits: string) => void
    /** Called when the last digit is entered or a whole code is pasted. */
    onComplete?: () => void
  }

const digits = 6

/** A single input, so that pasting and one-time-code autofill work. The petals behind it show the positions. */
export function CodeInput(props: CodeInputProps) {
  const { label, hint, error, optional, labelHidden, className, value, onChange, onComplete, ...input } =
    props

  return (
    <FieldFrame {...{ label, hint, error, optional, labelHidden, className }} id={input.id}>
      {(control) => (
        // Use clip instead of hidden, because the caret after the last digit would scroll a hidden overflow.
        <span className="group relative block w-fit overflow-clip p-1 -m-1 -ms-1.75 [--cell:2.75rem] sm:[--cell:3.25rem]">
          <span aria-hidden="true" className="flex">
            {Array.from({ length: digits }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its position.
              <span key={place} className="h-14 w-(--cell) px-0.75 sm:h-16">
                <span
                  className={cx(
                    'petal-sm block h-full bg-surface inset-ring inset-ring-line-strong transition',
                    Boolean(error) && 'inset-ring-2 inset-ring-danger',
                    place < value.length && 'bg-sunken',
                    place === Math.min(value.length, digits - 1) &&
                      'group-focus-within:outline-3 group-focus-within:-outline-offset-1 group-focus-within:outline-focus',
                  )}
                />
              </span>
            ))}
          </span>
          <input
            autoComplete="one-time-code"
            inputMode="numeric"
            {...input}
            {...control}
            type="text"
            value={value}
            onChange={(event) => {
              const code = event.target.value.replace(/\D/g, '').slice(0, digits)
              onChange(code)
              if (code.length === digits && code !== value) onComplete?.()
            }}
            className="absolute top-0 left-1 h-full w-[calc(100%+var(--cell))] bg-transparent ps-[calc((var(--cell)-1ch)/2)] font-semibold text-2xl tabular-nums tracking-[calc(var(--cell)-1ch)] outline-none"
          />
        </span>
      )}
    </FieldFrame>
  )
}
