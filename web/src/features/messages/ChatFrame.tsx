import type { ReactNode } from 'react'

export const TITLE = 'Messages'

/** The heading and the box of a conversation: as high before it has come as after. */
export function ChatFrame({ aside, children }: { aside?: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid gap-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-2xl">{TITLE}</h2>
        {aside}
      </div>
      <div className="petal flex h-[clamp(24rem,60dvh,40rem)] flex-col overflow-hidden border border-line bg-sunken">
        {children}
      </div>
    </div>
  )
}
