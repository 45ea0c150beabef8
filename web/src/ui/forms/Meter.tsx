import { useId } from 'react'
import { cx } from '../cx'

type MeterProps = {
  label: string
  value: number
  max: number
  /** The value as text, such as '2 of 3 approved'. */
  text: string
}

/** Progress towards a known number, with one petal for each step. */
export function Meter({ label, value, max, text }: MeterProps) {
  const id = useId()
  const full = value >= max
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span id={id} className="font-semibold">
          {label}
        </span>
        <span className={cx('tabular-nums', full ? 'font-semibold text-gum' : 'text-muted')}>{text}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the browser's own meter cannot be drawn as petals. */}
      <div
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
        aria-valuetext={text}
        className="flex gap-1.5"
      >
        {Array.from({ length: max }, (_, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a petal is its position.
            key={place}
            className={cx(
              'petal-sm h-3 flex-1 transition-colors duration-350',
              place < value ? 'bg-gum' : 'bg-line',
            )}
          />
        ))}
      </div>
    </div>
  )
}
