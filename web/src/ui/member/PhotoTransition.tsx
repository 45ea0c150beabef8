import { type ReactNode, ViewTransition } from 'react'

/** Animates a member's photo between their card and their profile. */
export function PhotoTransition({ urlHash, children }: { urlHash: string | undefined; children: ReactNode }) {
  return (
    <ViewTransition name={urlHash && `photo-${urlHash}`} default="none" share="auto">
      {children}
    </ViewTransition>
  )
}
