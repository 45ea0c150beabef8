import { toasts } from '@rosella/contract/notifications/kinds'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { avatarPhoto } from '../../format/photo-source'
import { nextTickAt, shownItem } from '../../platform/live/display-queue'
import { dispatchToast, useLive } from '../../platform/live/live'
import { isAtSender, type ToastNotification } from '../../platform/live/live-state'
import { Avatar } from '../../ui/member/Avatar'
import { Toast, type ToastType, toastAction } from '../../ui/overlays/Toast'
import { Pompoms } from '../../ui/Pompoms'
import { PauseOnHover } from './PauseOnHover'
import { useCallAt } from './use-call-at'

export const toastTypeOf = ({ kind }: ToastNotification): ToastType => toasts[kind].tone

export const toastText = ({ kind, from, matched }: ToastNotification): string =>
  matched ? `You and ${from} like each other` : `${from} ${toasts[kind].text}`

export const toastHref = ({ kind, url_hash }: ToastNotification): string => {
  switch (toasts[kind].opens) {
    case 'profile':
      return `/${url_hash}`
    case 'conversation':
      return `/${url_hash}#messages`
    case 'photo verification':
      return '/verify-photos'
  }
}

const tick = () => dispatchToast({ do: 'tick' })

/** Shows likes, roses and messages as they arrive, one at a time. */
export function NotificationToast() {
  const queue = useLive((live) => live.notificationToasts)
  const { pathname, search } = useLocation()
  const path = pathname + search
  const notification = shownItem(queue)
  useCallAt(nextTickAt(queue), tick)
  useEffect(() => dispatchToast({ do: 'drop', those: (item) => isAtSender(item, path) }), [path])
  if (!notification) return null
  const { matched } = notification
  const close = () => dispatchToast({ do: 'close' })
  return (
    <PauseOnHover
      className="grid"
      onHold={() => dispatchToast({ do: 'hold' })}
      onRelease={() => dispatchToast({ do: 'release' })}
    >
      <Toast
        type={toastTypeOf(notification)}
        to={toastHref(notification)}
        picture={
          <span className="relative shrink-0">
            <Avatar
              name={notification.from}
              photo={notification.photo ? avatarPhoto(notification.photo) : null}
              size={matched ? 'large' : 'medium'}
            />
            {matched && <Pompoms />}
          </span>
        }
        action={
          matched && (
            <Link to={`/${notification.url_hash}#messages`} onClick={close} className={toastAction}>
              Say hello
            </Link>
          )
        }
        onClose={close}
      >
        {toastText(notification)}
      </Toast>
    </PauseOnHover>
  )
}

/** Announces toasts. Screen readers only announce changes of a status that is already on the page. */
export function ToastAnnouncer() {
  const notification = useLive((live) => shownItem(live.notificationToasts))
  return (
    <p role="status" className="sr-only">
      {notification && toastText(notification)}
    </p>
  )
}
