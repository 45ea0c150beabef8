import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { nextTickAt, shownItem } from '../../platform/live/display-queue'
import { dispatchBanner, useLive } from '../../platform/live/live'
import { ButtonLink } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { Banner } from '../../ui/overlays/Banner'
import { bannerContent, hasRoomForBanner } from './banner-notifications'
import { PauseOnHover } from './PauseOnHover'
import { useCallAt } from './use-call-at'

const tick = () => dispatchBanner({ do: 'tick' })
const close = () => dispatchBanner({ do: 'close' })
/** Slightly longer than the collapse animation. */
const COLLAPSE_MS = 400

/** Shows active members tips and reminders, one at a time, then collapses. */
export function NotificationBanner() {
  const queue = useLive((live) => live.notifications)
  const hasRoom = useHasRoom()
  const shown = hasRoom ? shownItem(queue) : undefined
  const [last, setLast] = useState(shown)
  if (shown !== undefined && shown !== last) setLast(shown)
  useCallAt(hasRoom ? nextTickAt(queue) : null, tick)
  // Its timer pauses on screens where the banner is hidden.
  const isRunning = queue.stage.phase === 'showing'
  useEffect(() => {
    if (!hasRoom && isRunning) dispatchBanner({ do: 'hold' })
  }, [hasRoom, isRunning])
  useEffect(() => {
    if (hasRoom) dispatchBanner({ do: 'release' })
  }, [hasRoom])
  // Its text stays visible while it collapses.
  useEffect(() => {
    if (shown) return
    const timer = setTimeout(() => setLast(undefined), COLLAPSE_MS)
    return () => clearTimeout(timer)
  }, [shown])
  if (!last) return null
  const { icon, text, action } = bannerContent(last)
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
          {text}
        </Banner>
      </PauseOnHover>
    </Collapse>
  )
}

const useHasRoom = (): boolean => hasRoomForBanner(useLocation().pathname)

/** Announces banners. Screen readers only announce changes of a status that is already on the page. */
export function BannerAnnouncer() {
  const notification = useLive((live) => shownItem(live.notifications))
  const hasRoom = useHasRoom()
  return (
    <p role="status" className="sr-only">
      {notification && hasRoom && bannerContent(notification).text}
    </p>
  )
}

/** Hides its content with an animation, also from assistive technology and the keyboard, without measuring it. */
function Collapse({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <div
      inert={!open}
      className={cx(
        'grid transition-[grid-template-rows,opacity,visibility] duration-350 ease-out',
        open ? 'visible grid-rows-[1fr]' : 'invisible grid-rows-[0fr] opacity-0',
      )}
    >
      <div className="min-h-0 overflow-hidden">{children}</div>
    </div>
  )
}
