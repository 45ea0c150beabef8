import { type ReactNode, useEffect, useRef } from 'react'
import { Stepper } from '../../ui/forms/Stepper'

const steps = ['Basics', 'Location', 'Photos']

type StepFrameProps = {
  heading: string
  lead?: ReactNode
  /** Starts at 0. */
  current: number
  /** Shown next to the step if there is room. */
  aside?: ReactNode
  children: ReactNode
}

/** The heading of a step with the progress through all steps. */
export function StepFrame({ heading, lead, current, aside, children }: StepFrameProps) {
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-x-12 gap-y-8 px-4 py-8 sm:px-6 sm:py-12 lg:grid-cols-[minmax(0,1fr)_17rem]">
      <header className="grid grid-cols-1 items-end gap-x-12 gap-y-5 sm:grid-cols-[1fr_20rem] lg:col-span-2 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
            {heading}
          </h1>
          {lead && <p className="mt-2 text-lg text-muted">{lead}</p>}
        </div>
        <Stepper label="Steps to join" steps={steps} current={current} />
      </header>
      <div className={aside ? 'min-w-0' : 'min-w-0 lg:col-span-2'}>{children}</div>
      {aside && <aside className="max-lg:hidden">{aside}</aside>}
    </div>
  )
}

/** Scrolls to the top of a new step and focuses its heading. */
export function useFocusOnStep(step: string): void {
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [step])
}
