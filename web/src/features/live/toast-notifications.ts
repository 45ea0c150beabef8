import type { ToastNotification } from '../../platform/live-state'
import type { ToastType } from '../../ui/Toast'

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
