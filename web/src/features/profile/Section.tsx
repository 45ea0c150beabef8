import { type ReactNode, useId } from 'react'
import type { SaveState } from './auto-saver'
import { SaveMark } from './SaveMark'

type SectionProps = { title: string; lead?: ReactNode; state?: SaveState; children: ReactNode }

export function Section({ title, lead, state, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="petal relative grid grid-cols-1 gap-7 bg-surface p-5 inset-ring inset-ring-line sm:p-8"
    >
      <div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={id} className="text-2xl">
            {title}
          </h2>
          <SaveMark state={state} />
        </div>
        {lead && <p className="mt-1 text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
