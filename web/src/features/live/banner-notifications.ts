import type { SessionRecord } from '@rosella/contract/access/shapes'
import { listFilters } from '@rosella/contract/browse/rules'
import type { LucideIcon } from 'lucide-react'
import Camera from 'lucide-react/icons/camera'
import KeyRound from 'lucide-react/icons/key-round'
import Lightbulb from 'lucide-react/icons/lightbulb'
import MailCheck from 'lucide-react/icons/mail-check'
import type { BannerNotification } from '../../platform/live/live-state'

interface BannerContent {
  icon: LucideIcon
  text: string
  /** Reminders link to the page where the member can act on them. */
  action?: { label: string; to: string }
}

export type Reminder = Exclude<BannerNotification['kind'], 'tip'>

const reminders: Record<Reminder, Required<BannerContent>> = {
  email: {
    icon: MailCheck,
    text: 'Please confirm your email address, so our emails reach you and you can always get back in.',
    action: { label: 'Confirm email', to: '/settings#email' },
  },
  password: {
    icon: KeyRound,
    text: 'You don’t have a password yet. We can email you a link to choose one.',
    action: { label: 'Choose a password', to: '/settings#password' },
  },
  photos: {
    icon: Camera,
    text: 'Add a few more photos, so others can find you.',
    action: { label: 'Add photos', to: '/photos' },
  },
}

export const isDue: Record<Reminder, (session: SessionRecord) => boolean> = {
  email: (session) => !session.email_confirmed || session.email_undeliverable,
  // Sessions stored by older versions lack the field.
  password: (session) => session.has_password === false,
  photos: (session) => !session.uploaded_min_photos,
}

export const bannerContent = (notification: BannerNotification): BannerContent =>
  notification.kind === 'tip' ? { icon: Lightbulb, text: notification.tip } : reminders[notification.kind]

export const isAtReminderPage = (reminder: Reminder, path: string): boolean =>
  reminders[reminder].action.to.split('#')[0] === path

/** The banner is shown only on lists, where it covers neither a heading nor a form. Elsewhere it waits. */
export const hasRoomForBanner = (path: string): boolean =>
  path === '/' || path === '/messages' || listFilters.some((filter) => path === `/${filter}`)
