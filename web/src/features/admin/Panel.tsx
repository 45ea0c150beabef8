import type { ReactNode } from 'react'
import { cx } from '../../ui/cx'

type PanelProps = {
  title: string
  /** At the end of the title's line, such as a tag or a button. */
  aside?: ReactNode
  children: ReactNode
  className?: string
}

export function Panel({ title, aside, children, className }: PanelProps) {
  return (
    <section
      aria-label={title}
      className={cx(
        'petal-md grid min-w-0 content-start gap-3.5 bg-surface p-4 inset-ring inset-ring-line sm:p-5',
        className,
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Labels and values in two columns. Facts without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  const given = facts.filter(([, value]) => value)
  return (
    <dl className="grid grid-cols-[minmax(6.5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {given.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-line font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A member's own text, with its line breaks. */
export function Quote({ children }: { children: ReactNode }) {
  return (
    <blockquote dir="auto" className="petal-sm wrap-anywhere whitespace-pre-line bg-sunken px-3.5 py-2.5">
      {children}
    </blockquote>
  )
}
