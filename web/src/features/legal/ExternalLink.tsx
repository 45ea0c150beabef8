import type { ReactNode } from 'react'

/** A link to another site, without a referrer. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} rel="noreferrer" className="font-semibold underline underline-offset-3">
      {children}
    </a>
  )
}
