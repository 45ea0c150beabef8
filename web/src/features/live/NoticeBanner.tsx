import { useEffect, useState } from 'react'
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
/** A little longer than the folding takes. */
const FOLDED_MS = 400

/** The banner of active members: tips, and what needs doing; one at a time, then it collapses. */
export function NoticeBanner() {
  const turns = useLive((live) => live.notifications)
  const shown = onStage(turns)
  const [last, setLast] = useState(shown)
  if (shown !== undefined && shown !== last) setLast(shown)
  useTick(dueAt(turns), tick)
  // Its words stay while it folds away.
  useEffect(() => {
    if (shown) return
    const timer = setTimeout(() => setLast(undefined), FOLDED_MS)
    return () => clearTimeout(timer)
  }, [shown])
  if (!last) return null
  const { icon, words, action } = lookOf(last)
  return (
    <Collapse open={shown !== undefined}>
      <Hold
        className="pointer-events-auto"
        onHold={() => takeNoticeTurn({ do: 'hold' })}
        onRelease={() => takeNoticeTurn({ do: 'release' })}
      >
        <Banner
          tone="wattle"
          icon={icon}
          onClose={close}
          action={
            action && (
              <ButtonLink to={action.to} tone="quiet" onClick={close}>
                {action.label}
              </ButtonLink>
            )
          }
        >
          {words}
        </Banner>
      </Hold>
    </Collapse>
  )
}

/** Reads the banners out. It has to stand in the page before there is something to say. */
export function NoticeAnnouncer() {
  const notice = useLive((live) => onStage(live.notifications))
  return (
    <p role="status" className="sr-only">
      {notice && lookOf(notice).words}
    </p>
  )
}
