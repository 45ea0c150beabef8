import Check from 'lucide-react/icons/check'
import { cx } from '../cx'
import { VisuallyHidden } from '../VisuallyHidden'

type StepperProps = {
  /** The accessible name, such as 'Steps to join'. */
  label: string
  steps: string[]
  /** Counted from zero. */
  current: number
}

export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol aria-label={label} className="flex gap-2">
      {steps.map((step, place) => (
        <li key={step} aria-current={place === current ? 'step' : undefined} className="min-w-0 flex-1">
          <span
            className={cx(
              'petal-sm mb-2 block h-2 transition-colors',
              place <= current ? 'bg-ink' : 'bg-line',
            )}
            aria-hidden="true"
          />
          <span
            className={cx(
              'flex items-start gap-1.5 text-sm leading-tight',
              place === current ? 'font-bold' : 'text-muted',
            )}
          >
            {place < current ? (
              <Check aria-hidden="true" strokeWidth={3} className="mt-0.5 size-4 shrink-0 text-gum" />
            ) : (
              <span aria-hidden="true" className="tabular-nums">
                {place + 1}
              </span>
            )}
            <span className="wrap-anywhere min-w-0">
              {step}
              {place < current && <VisuallyHidden> (done)</VisuallyHidden>}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
