import type { ReactNode } from 'react'
import { useTitle } from '../../platform/title'

interface AdminPageProps {
  title: string
  /** Next to the heading, such as a count or a tag. */
  aside?: ReactNode
  /** At the end of the heading's line, such as tabs or buttons. */
  actions?: ReactNode
  children: ReactNode
}

/** The layout of every admin screen. */
export function AdminPage({ title, aside, actions, children }: AdminPageProps) {
  useTitle(`${title} – Admin`)
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-1 flex-col gap-5 px-4 py-5 text-sm sm:px-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h1 className="text-3xl">{title}</h1>
          {aside && <span className="text-muted">{aside}</span>}
        </div>
        {actions}
      </div>
      {children}
    </div>
  )
}

type TwoColumnsProps = { facts: ReactNode; actions: ReactNode; history: ReactNode }

/** Facts and actions side by side on a desktop and stacked on a phone, with the history below. */
export function TwoColumns({ facts, actions, history }: TwoColumnsProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid min-w-0 gap-4">{facts}</div>
      <div className="grid min-w-0 gap-4">{actions}</div>
      <div className="min-w-0 lg:col-span-2">{history}</div>
    </div>
  )
}
