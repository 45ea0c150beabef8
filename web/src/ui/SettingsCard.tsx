import type { ReactNode } from 'react'

type SettingsCardProps = {
  title: string
  /** Next to the title, such as a tag. */
  aside?: ReactNode
  children: ReactNode
}

export function SettingsCard({ title, aside, children }: SettingsCardProps) {
  return (
    <section className="petal grid min-w-0 grid-cols-1 gap-5 bg-surface p-6 inset-ring inset-ring-line max-[18rem]:p-4 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 tabIndex={-1} className="text-2xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
