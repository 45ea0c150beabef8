import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'

/** An error message, with an optional action such as a retry button. */
export function Alert({ children, action }: { children: ReactNode; action?: ReactNode }) {
  // So small that memoising would only add code.
  'use no memo'
  return (
    <div
      role="alert"
      className="petal-md flex flex-wrap items-center gap-x-4 gap-y-3 bg-danger-soft px-5 py-4 text-on-danger-soft inset-ring inset-ring-danger/30"
    >
      <TriangleAlert aria-hidden="true" className="size-6 shrink-0" />
      <div className="min-w-0 flex-1 basis-48 font-medium">{children}</div>
      {action}
    </div>
  )
}
