import type { ReactNode } from 'react'

type TwoColumnsProps = { facts: ReactNode; deeds: ReactNode; history: ReactNode }

/** What there is to know, what can be done, what was done: on a desk side by side, on a phone in this order. */
export function TwoColumns({ facts, deeds, history }: TwoColumnsProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid min-w-0 gap-4">{facts}</div>
      <div className="grid min-w-0 gap-4">{deeds}</div>
      <div className="min-w-0 lg:col-span-2">{history}</div>
    </div>
  )
}
