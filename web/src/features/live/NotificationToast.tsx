import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { nextTickAt, shownItem } from '../../platform/display-queue'
import { dispatchToast, useLive } from '../../platform/live'
import { isAtSender, type ToastNotification } from '../../platform/live-state'
import { photoUrl } from '../../platform/site'
import { Avatar } from '../../ui/member/Avatar'
import { Toast, type ToastType } from '../../ui/overlays/Toast'
import { PauseOnHover } from './PauseOnHover'
import { useCallAt } from './use-call-at'

const says: Record<ToastNotification['kind'], string> = {
  like: 'likes you',
  rose: 'sent you a rose',
  message: 'sent you a message',
  verify: 'would like you to verify your photos',
}

export const toastTypes: Record<ToastNotification['kind'], ToastType> = {
  like: 'affection',
  rose: 'affection',
  message: 'info',
  verify: 'info',
}

export const toastText = ({ kind, from }: ToastNotification): string => `${from} ${says[kind]}`

/** The sender's profile; a message is read where the conversation is, and photos are verified on a page of their own. */
export const toastHref = ({ kind, url_hash }: ToastNotification): string => {
  if (kind === 'verify') return '/verify-photos'
  return kind === 'message' ? `/${url_hash}#messages` : `/${url_hash}`
}

const tick = () => dispatchToast({ do: 'tick' })

/** A like, a rose or a message as it comes, one at a time; it leads to the sender's profile. */
export function NotificationToast() {
  const queue = useLive((live) => live.notificationToasts)
  const { pathname } = useLocation()
  const notification = shownItem(queue)
  useCallAt(nextTickAt(queue), tick)
  useEffect(() => dispatchToast({ do: 'drop', those: (item) => isAtSender(item, pathname) }), [pathname])
  if (!notification) return null
  return (
    <PauseOnHover
      className="grid"
      onHold={() => dispatchToast({ do: 'hold' })}
      onRelease={() => dispatchToast({ do: 'release' })}
    >
      <Toast
        type={toastTypes[notification.kind]}
        to={toastHref(notification)}
        picture={
          <Avatar
            name={notification.from}
            photo={notification.photo && photoUrl('tmb', notification.photo)}
          />
        }
        onClose={() => dispatchToast({ do: 'close' })}
      >
        {toastText(notification)}
      </Toast>
    </PauseOnHover>
  )
}

/** Reads the toasts out. It has to stand in the page before there is something to say. */
export function ToastAnnouncer() {
  const notification = useLive((live) => shownItem(live.notificationToasts))
  return (
    <p role="status" className="sr-only">
      {notification && toastText(notification)}
    </p>
  )
}
