import type { SessionRecord } from '@rosella/contract/access/shapes'
import { useEffect } from 'react'
import { takeNoticeTurn } from '../../platform/live'
import { useLocation } from '../../router/RouterProvider'
import { isAtNeed, isNeeded, type Need } from './notices'

/** What needs doing is told first, before the stream brings a tip. */
export function useNeeds(session: SessionRecord): void {
  useNeed('email', session)
  useNeed('password', session)
  useNeed('photos', session)
}

/** Told once when it is needed, and no longer when it is done or where it is done. */
function useNeed(kind: Need, session: SessionRecord): void {
  const { pathname } = useLocation()
  const { id } = session
  const needed = session.status === 2 && isNeeded[kind](session)
  const there = isAtNeed(kind, pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another member is told anew.
  useEffect(() => {
    if (needed) takeNoticeTurn({ do: 'add', item: { kind } })
    return () => takeNoticeTurn({ do: 'drop', those: (notice) => notice.kind === kind })
  }, [id, kind, needed])
  useEffect(() => {
    if (there) takeNoticeTurn({ do: 'drop', those: (notice) => notice.kind === kind })
  }, [kind, there])
}
