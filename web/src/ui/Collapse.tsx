import type { ReactNode } from 'react'
import { cx } from './cx'

/** Hides its content with an animation, also from assistive technology and the keyboard, without measuring it. */
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
