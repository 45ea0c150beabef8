import type { ReactNode } from 'react'

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
