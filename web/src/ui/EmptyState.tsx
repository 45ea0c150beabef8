import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type EmptyStateProps = {
  /** The specification's sentence, where it has one. */
  title: ReactNode
  icon: LucideIcon
  /** One line of context. */
  children?: ReactNode
  /** One thing to do next. */
  action?: ReactNode
}

export function EmptyState({ title, icon: Icon, children, action }: EmptyStateProps) {
  // Drawn a few times per visit, so memoising would only add code.
  'use no memo'
  return (
    <div data-empty className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center">
      <span aria-hidden="true" className="relative mb-3 block h-24 w-28">
        <span className="petal absolute top-0 left-0 size-20 bg-wattle-soft" />
        <span className="petal-own absolute right-0 bottom-0 grid size-18 place-items-center bg-surface text-ink inset-ring inset-ring-line">
          <Icon className="size-8" strokeWidth={1.75} />
        </span>
      </span>
      <h2 className="text-2xl">{title}</h2>
      {children && <p className="text-muted">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
