import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { nextTickAt, shownItem } from '../../platform/live/display-queue'
import { dispatchBanner, useLive } from '../../platform/live/live'
import { ButtonLink } from '../../ui/Button'
import { Collapse } from '../../ui/Collapse'
import { Banner } from '../../ui/overlays/Banner'
import { bannerLook, hasRoomForBanner } from './banner-notifications'
import { PauseOnHover } from './PauseOnHover'
import { useCallAt } from './use-call-at'

const tick = () => dispatchBanner({ do: 'tick' })
const close = () => dispatchBanner({ do: 'close' })
/** A little longer than the folding takes. */
const FOLDED_MS = 400

/** The banner of active members: tips, and what needs doing; one at a time, then it collapses. */
export function NotificationBanner() {
  const queue = useLive((live) => live.notifications)
  const hasRoom = useHasRoom()
  const shown = hasRoom ? shownItem(queue) : undefined
  const [last, setLast] = useState(shown)
  if (shown !== undefined && shown !== last) setLast(shown)
  useCallAt(hasRoom ? nextTickAt(queue) : null, tick)
  // Its time stands still on a screen where it would be in the way.
  const isRunning = queue.stage.phase === 'showing'
  useEffect(() => {
    if (!hasRoom && isRunning) dispatchBanner({ do: 'hold' })
  }, [hasRoom, isRunning])
  useEffect(() => {
    if (hasRoom) dispatchBanner({ do: 'release' })
  }, [hasRoom])
  // Its words stay while it folds away.
  useEffect(() => {
    if (shown) return
    const timer = setTimeout(() => setLast(undefined), FOLDED_MS)
    return () => clearTimeout(timer)
  }, [shown])
  if (!last) return null
  const { icon, words, action } = bannerLook(last)
  return (
    <Collapse open={shown !== undefined}>
      <PauseOnHover
        className="pointer-events-auto mt-3"
        onHold={() => dispatchBanner({ do: 'hold' })}
        onRelease={() => dispatchBanner({ do: 'release' })}
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
      </PauseOnHover>
    </Collapse>
  )
}

const useHasRoom = (): boolean => hasRoomForBanner(useLocation().pathname)

/** Reads the banners out. It has to stand in the page before there is something to say. */
export function BannerAnnouncer() {
  const notification = useLive((live) => shownItem(live.notifications))
  const hasRoom = useHasRoom()
  return (
    <p role="status" className="sr-only">
      {notification && hasRoom && bannerLook(notification).words}
    </p>
  )
}
