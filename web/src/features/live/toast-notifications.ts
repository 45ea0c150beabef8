import type { ToastNotification } from '../../platform/live-state'
import type { ToastType } from '../../ui/Toast'

const says: Record<ToastNotification['kind'], string> = {
  like: 'likes you',
  rose: 'sent you a rose',
  message: 'sent you a message',
}

export const toastTypes: Record<ToastNotification['kind'], ToastType> = {
  like: 'affection',
  rose: 'affection',
  message: 'info',
}

export const toastText = ({ kind, from }: ToastNotification): string => `${from} ${says[kind]}`

/** The sender's profile; a message is read where the conversation is. */
export const toastHref = ({ kind, url_hash }: ToastNotification): string =>
  kind === 'message' ? `/${url_hash}#messages` : `/${url_hash}`
