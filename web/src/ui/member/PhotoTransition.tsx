import { type ReactNode, ViewTransition } from 'react'

/** The photo on a member's card and on their profile: from one screen to the other it moves and grows. */
export function PhotoTransition({ urlHash, children }: { urlHash: string | undefined; children: ReactNode }) {
  return (
    <ViewTransition name={urlHash && `photo-${urlHash}`} default="none" share="auto">
      {children}
    </ViewTransition>
  )
}
