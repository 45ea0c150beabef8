import type { SessionRecord } from '@rosella/contract/access/shapes'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { takeNoticeTurn, useLive } from '../../platform/live'
import { dueAt, onStage } from '../../platform/turns'
import { Banner } from '../../ui/Banner'
import { ButtonLink } from '../../ui/Button'
import { Collapse } from '../../ui/Collapse'
import { Hold } from './Hold'
import { isAtNeed, isNeeded, lookOf, type Need } from './notices'
import { useTick } from './use-tick'

const tick = () => takeNoticeTurn({ do: 'tick' })
const close = () => takeNoticeTurn({ do: 'close' })

/** The banner in the page of active members: tips, and what needs doing; one at a time, then it collapses. */
export function NoticeBanner({ session }: { session: SessionRecord }) {
  const turns = useLive((live) => live.notifications)
  const shown = onStage(turns)
  const [last, setLast] = useState(shown)
  if (shown !== undefined && shown !== last) setLast(shown)
  useTick(dueAt(turns), tick)
  useNeed('email', session)
  useNeed('photos', session)
  // Its words stay while it folds away.
  const look = last && lookOf(last)
  return (
    <div role="status">
      <Collapse open={shown !== undefined}>
        <Hold
          className="mx-auto max-w-6xl px-4 pt-4 sm:px-6"
          onHold={() => takeNoticeTurn({ do: 'hold' })}
          onRelease={() => takeNoticeTurn({ do: 'release' })}
        >
          {look && (
            <Banner
              tone="wattle"
              icon={look.icon}
              onClose={close}
              action={
                look.action && (
                  <ButtonLink to={look.action.to} tone="quiet" onClick={close}>
                    {look.action.label}
                  </ButtonLink>
                )
              }
            >
              {look.words}
            </Banner>
          )}
        </Hold>
      </Collapse>
    </div>
  )
}

/** Told once when it is needed, and no longer when it is done or where it is done. */
function useNeed(kind: Need, session: SessionRecord): void {
  const { pathname } = useLocation()
  const needed = isNeeded[kind](session)
  const there = isAtNeed(kind, pathname)
  useEffect(() => {
    if (needed) takeNoticeTurn({ do: 'add', item: { kind } })
    return () => takeNoticeTurn({ do: 'drop', those: (notice) => notice.kind === kind })
  }, [kind, needed])
  useEffect(() => {
    if (there) takeNoticeTurn({ do: 'drop', those: (notice) => notice.kind === kind })
  }, [kind, there])
}
