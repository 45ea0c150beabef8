import type { ReactNode } from 'react'
import { cx } from './cx'

/** Folds its content away without measuring it; what is folded can be neither seen, read nor reached. */
export function Collapse({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <div
      inert={!open}
      className={cx(
        'grid transition-[grid-template-rows,opacity,visibility] duration-350 ease-out',
        open ? 'visible grid-rows-[1fr]' : 'invisible grid-rows-[0fr] opacity-0',
      )}
    >
      <div className="min-h-0 overflow-hidden">{children}</div>
    </div>
  )
}
