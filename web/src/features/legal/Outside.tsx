import type { ReactNode } from 'react'

/** A link to another site, which is not told where its visitor came from. */
export function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} rel="noreferrer" className="font-semibold underline underline-offset-3">
      {children}
    </a>
  )
}
