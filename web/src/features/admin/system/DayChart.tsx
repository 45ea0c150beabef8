import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { cx } from '../../../ui/cx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { formatDay, formatNumber } from '../when'

interface DayValue {
  /** '2026-11-15' */
  day: string
  /** Null if there is no data for the day yet. */
  value: number | null
}

type DayChartProps = {
  title: string
  /** The name of the counted thing, such as 'sign-up' and 'sign-ups'. */
  one: string
  many: string
  days: readonly DayValue[]
  /** Whether the days can be added up. Active members cannot, because the same one counts on several days. */
  addsUp: boolean
  /** The values are percentages. */
  percent?: boolean
}

const HEIGHT = 100
const GAP = 0.14

/**
 * A bar chart with one bar per day. The pointer or the arrow keys show the number of a day. Screen readers get a
 * summary in one sentence.
 */
export function DayChart({ title, one, many, days, addsUp, percent = false }: DayChartProps) {
  const count = (value: number): string =>
    percent ? `${value}% ${many}` : `${formatNumber(value)} ${value === 1 ? one : many}`
  const [chosen, setChosen] = useState<number | null>(null)
  const titleId = useId()
  const last = days.length - 1
  const at = Math.min(chosen ?? last, last)
  const top = roundUp(Math.max(...days.map(heightOf), 1))
  const total = days.reduce((sum, day) => sum + heightOf(day), 0)
  const shown = days[at]
  if (!shown) return null
  const when = at === last ? 'Today so far' : formatDay(shown.day)
  const label = `${when}: ${shown.value === null ? 'none yet' : count(shown.value)}`

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
    <figure className="petal-md grid gap-4 bg-surface p-4 inset-ring inset-ring-line">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        <span className="text-muted">
          {addsUp
            ? `${formatNumber(total)} in ${countDays(days.length)}`
            : average(days, percent ? '% on average' : ' a day')}
        </span>
      </figcaption>
      <VisuallyHidden>{summary(days, count, addsUp ? total : null)}</VisuallyHidden>
      <div
        role="slider"
        tabIndex={0}
        aria-labelledby={titleId}
        aria-orientation="horizontal"
        aria-readonly="true"
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={at + 1}
        aria-valuetext={label}
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
          {days.map((day, place) => (
            <rect
              key={day.day}
              x={place + GAP}
              width={1 - 2 * GAP}
              y={HEIGHT - (heightOf(day) / top) * HEIGHT}
              height={(heightOf(day) / top) * HEIGHT}
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
          className="absolute end-0 bottom-full text-muted text-xs leading-4 tabular-nums"
        >
          {percent ? `${top}%` : formatNumber(top)}
        </span>
      </div>
      <div className="flex justify-between gap-4 text-muted text-xs tabular-nums">
        <span className="whitespace-nowrap">{formatDay(days[0]?.day ?? '')}</span>
        <span className="text-center font-semibold text-ink text-sm">{label}</span>
        <span>Today</span>
      </div>
    </figure>
  )
}

const heightOf = ({ value }: DayValue): number => value ?? 0

/** Averages the days that have data. */
function average(days: readonly DayValue[], unit: string): string {
  const known = days.filter(({ value }) => value !== null)
  const sum = known.reduce((all, day) => all + heightOf(day), 0)
  return known.length === 0 ? 'none yet' : `${formatNumber(Math.round(sum / known.length))}${unit}`
}

const countDays = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

function summary(days: readonly DayValue[], count: (value: number) => string, total: number | null): string {
  const most = days.reduce((best, each) => (heightOf(each) > heightOf(best) ? each : best))
  if (days.every(({ value }) => value === null)) return 'None yet.'
  if (heightOf(most) === 0) return `${count(0)} in ${countDays(days.length)}.`
  const sum = total === null ? '' : `${count(total)}, `
  return `The last ${countDays(days.length)}: ${sum}most on ${formatDay(most.day)} with ${count(heightOf(most))}.`
}

/** The top of the scale: 1, 2, 5, 10, 20, 50 and so on. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * unit >= value) ?? 10) * unit
}
