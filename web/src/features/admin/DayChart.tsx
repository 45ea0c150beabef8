import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { cx } from '../../ui/cx'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { dayWords } from './when'

interface DayValue {
  /** '2026-11-15' */
  day: string
  value: number
}

type DayChartProps = {
  title: string
  /** What is counted: '5 sign-ups'. */
  noun: string
  days: readonly DayValue[]
  /** Whether the days add up; whoever is active on two days is still one member. */
  addsUp: boolean
}

const HEIGHT = 100
const GAP = 0.14

/**
 * One bar a day. The pointer, or the arrows once it has the focus, tell the number of each day; in one line it says
 * what there is to see.
 */
export function DayChart({ title, noun, days, addsUp }: DayChartProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const titleId = useId()
  const last = days.length - 1
  const at = Math.min(chosen ?? last, last)
  const top = roundUp(Math.max(...days.map(({ value }) => value), 1))
  const total = days.reduce((sum, { value }) => sum + value, 0)
  const shown = days[at]
  if (!shown) return null
  const when = at === last ? 'Today so far' : dayWords(shown.day)
  const words = `${when}: ${shown.value} ${noun}`

  function press(event: KeyboardEvent) {
    const to = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(last, to)))
  }
  function point(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setChosen(Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * days.length))))
  }

  return (
    <figure className="petal-md grid gap-3 bg-surface p-4 inset-ring inset-ring-line">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        <span className="text-muted">
          {addsUp ? `${total} in ${days.length} days` : `${Math.round(total / days.length)} a day`}
        </span>
      </figcaption>
      <VisuallyHidden>{summary(days, noun, addsUp ? total : null)}</VisuallyHidden>
      <div
        role="slider"
        tabIndex={0}
        aria-labelledby={titleId}
        aria-orientation="horizontal"
        aria-readonly="true"
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={at + 1}
        aria-valuetext={words}
        onKeyDown={press}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setChosen(null)}
        onBlur={() => setChosen(null)}
        className="petal-sm relative h-32 touch-pan-y"
      >
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${days.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="size-full"
        >
          {[0, HEIGHT / 2].map((y) => (
            <line
              key={y}
              x1="0"
              x2={days.length}
              y1={y}
              y2={y}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {days.map(({ day, value }, place) => (
            <rect
              key={day}
              x={place + GAP}
              width={1 - 2 * GAP}
              y={HEIGHT - (value / top) * HEIGHT}
              height={(value / top) * HEIGHT}
              className={cx('transition-colors', place === at ? 'fill-ink' : 'fill-line-strong/60')}
            />
          ))}
          <line
            x1="0"
            x2={days.length}
            y1={HEIGHT}
            y2={HEIGHT}
            className="stroke-line-strong"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span
          aria-hidden="true"
          className="absolute end-0 top-0.5 bg-surface/80 ps-1 text-muted text-xs tabular-nums"
        >
          {top}
        </span>
      </div>
      <div className="flex justify-between gap-4 text-muted text-xs tabular-nums">
        <span>{dayWords(days[0]?.day ?? '')}</span>
        <span className="font-semibold text-ink text-sm">{words}</span>
        <span>Today</span>
      </div>
    </figure>
  )
}

function summary(days: readonly DayValue[], noun: string, total: number | null): string {
  const most = days.reduce((best, each) => (each.value > best.value ? each : best))
  if (most.value === 0) return `No ${noun} in ${days.length} days.`
  const sum = total === null ? '' : `${total} ${noun}, `
  return `The last ${days.length} days: ${sum}most on ${dayWords(most.day)} with ${most.value} ${noun}.`
}

/** The top of the scale: 1, 2, 5, 10, 20, 50 and so on. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * unit >= value) ?? 10) * unit
}
