import type { SessionRecord } from '@rosella/contract/access/shapes'
import { listFilters } from '@rosella/contract/browse/rules'
import type { LucideIcon } from 'lucide-react'
import Camera from 'lucide-react/icons/camera'
import KeyRound from 'lucide-react/icons/key-round'
import Lightbulb from 'lucide-react/icons/lightbulb'
import MailCheck from 'lucide-react/icons/mail-check'
import type { BannerNotification } from '../../platform/live/live-state'

interface BannerLook {
  icon: LucideIcon
  words: string
  /** What needs doing has a page where it is done. */
  action?: { label: string; to: string }
}

export type Reminder = Exclude<BannerNotification['kind'], 'tip'>

const reminders: Record<Reminder, Required<BannerLook>> = {
  email: {
    icon: MailCheck,
    words: 'Please confirm your email address, so that you can always get back in.',
    action: { label: 'Confirm email', to: '/settings#email' },
  },
  password: {
    icon: KeyRound,
    words: 'You have no password yet. We can mail you a link to choose one.',
    action: { label: 'Choose a password', to: '/settings#password' },
  },
  photos: {
    icon: Camera,
    words: 'Add a few more photos, so that others can find you.',
    action: { label: 'Add photos', to: '/photos' },
  },
}

export const isDue: Record<Reminder, (session: SessionRecord) => boolean> = {
  email: (session) => !session.email_confirmed,
  // Records kept from before say nothing of it.
  password: (session) => session.has_password === false,
  photos: (session) => !session.uploaded_min_photos,
}

export const bannerLook = (notification: BannerNotification): BannerLook =>
  notification.kind === 'tip' ? { icon: Lightbulb, words: notification.tip } : reminders[notification.kind]

/** Nobody is sent to the page they are on. */
export const isAtReminderPage = (reminder: Reminder, path: string): boolean =>
  reminders[reminder].action.to.split('#')[0] === path

/** Where it covers neither a heading nor a form: on the lists. Elsewhere it waits. */
export const hasRoomForBanner = (path: string): boolean =>
  path === '/' || path === '/messages' || listFilters.some((filter) => path === `/${filter}`)
