import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTitle } from '../../platform/title'
import { cx } from '../../ui/cx'

const tones = {
  wattle: 'bg-wattle-soft text-on-wattle-soft',
  gum: 'bg-gum-soft text-on-gum-soft',
  danger: 'bg-danger-soft text-on-danger-soft',
}

type AccessPanelProps = {
  title: string
  icon: LucideIcon
  tone?: keyof typeof tones
  children: ReactNode
}

/** One step of logging in. Its heading takes the focus, so that screen readers announce every step. */
export function AccessPanel({ title, icon: Icon, tone = 'wattle', children }: AccessPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div
      data-foot-clear
      className="mx-auto flex w-full max-w-lg flex-1 flex-col justify-center px-4 py-10 sm:py-16"
    >
      <section className="petal relative mt-10 flex animate-arrive flex-col gap-5 bg-surface p-6 pt-14 inset-ring inset-ring-line sm:p-9 sm:pt-16">
        <span
          aria-hidden="true"
          className={cx(
            'petal-own absolute -top-10 start-6 grid size-20 place-items-center ring-6 ring-paper sm:start-9',
            tones[tone],
          )}
        >
          <Icon className="size-9" strokeWidth={1.75} />
        </span>
        <h1 ref={heading} tabIndex={-1} className="text-3xl sm:text-4xl">
          {title}
        </h1>
        {children}
      </section>
    </div>
  )
}
