import type { ReactNode } from 'react'
import type { ChatPlace } from '../../platform/chat-target'
import { cx } from '../../ui/cx'

export const TITLE = 'Messages'

interface ChatFrameProps {
  place: ChatPlace
  header?: ReactNode
  children?: ReactNode
}

/** The heading and box of a conversation, equally high while loading. */
export function ChatFrame({ place, header, children }: ChatFrameProps) {
  const isColumn = place === 'column'
  return (
    <div className={isColumn ? 'flex h-full flex-col bg-sunken' : 'grid gap-3'}>
      <div
        className={cx(
          'flex items-center gap-3',
          isColumn ? 'min-h-15 border-line border-b px-4' : 'min-h-11 flex-wrap',
        )}
      >
        {header ?? <h2 className="text-2xl">{TITLE}</h2>}
      </div>
      <div
        className={cx(
          'flex flex-col',
          isColumn
            ? 'min-h-0 flex-1'
            : // Inside a page, scrolling goes on with the page.
              'petal h-[clamp(18rem,60dvh,40rem)] overflow-hidden [&_[role=log]]:overscroll-auto border border-line bg-sunken sm:min-h-96',
        )}
      >
        {children}
      </div>
      {/* Covers the screen until the full-screen conversation is loaded. */}
      {place === 'screen' && !header && <div data-loading className="fixed inset-0 z-20 bg-sunken" />}
    </div>
  )
}
