import { useState } from 'react'
import { takeNoticeTurn, useLive } from '../../platform/live'
import { dueAt, onStage } from '../../platform/turns'
import { Banner } from '../../ui/Banner'
import { ButtonLink } from '../../ui/Button'
import { Collapse } from '../../ui/Collapse'
import { Hold } from './Hold'
import { lookOf } from './notices'
import { useTick } from './use-tick'

const tick = () => takeNoticeTurn({ do: 'tick' })
const close = () => takeNoticeTurn({ do: 'close' })

/** The banner in the page of active members: tips, and what needs doing; one at a time, then it collapses. */
export function NoticeBanner() {
  const turns = useLive((live) => live.notifications)
  const shown = onStage(turns)
  const [last, setLast] = useState(shown)
  if (shown !== undefined && shown !== last) setLast(shown)
  useTick(dueAt(turns), tick)
  // Its words stay while it folds away.
  const look = last && lookOf(last)
  return (
    <div role="status" className="pointer-events-none sticky top-16 z-[9] h-0">
      <Collapse open={shown !== undefined}>
        <Hold
          className="mx-auto max-w-6xl px-4 pt-2 pb-6 sm:px-6 [&>*]:pointer-events-auto [&>*]:shadow-menu"
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
