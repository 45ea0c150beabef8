import type { News } from '../../platform/live-state'
import type { ToastType } from '../../ui/Toast'

const says: Record<News['kind'], string> = {
  like: 'likes you',
  rose: 'sent you a rose',
  message: 'sent you a message',
}

export const toastTypes: Record<News['kind'], ToastType> = {
  like: 'affection',
  rose: 'affection',
  message: 'info',
}

export const wordsOf = ({ kind, from }: News): string => `${from} ${says[kind]}`

/** The sender's profile; a message is read where the conversation is. */
export const addressOf = ({ kind, url_hash }: News): string =>
  kind === 'message' ? `/${url_hash}#messages` : `/${url_hash}`
