/** How a member gets a notification. */
export const notifyWays = ['none', 'push', 'mail', 'both'] as const
export type NotifyWay = (typeof notifyWays)[number]

interface Toast {
  /** Follows the sender's name. */
  text: string
  tone: 'affection' | 'info'
  opens: 'profile' | 'conversation' | 'photo verification'
}

interface KindRow {
  /** The key of the setting, and the column of `account` that stores it. */
  setting: `notify_${string}`
  /** The default of that column. */
  default: NotifyWay
  label: string
  hint?: string
  /**
   * Where new items are stored: unread messages, rows of `notice`, or counted by the feature when it sends. A
   * notice is deleted once it has been emailed or seen.
   */
  news: 'messages' | 'notices' | 'counted'
  /** The text of a push and the subject of an email. It has no names, because others can read a lock screen. */
  headline: string
  /** The page that a push and an email open. */
  path: string
  /** Lines of the shared email, sorted by rank; absent for a kind whose feature writes its own emails. */
  email?: { rank: number; one: string; many: string }
  /** Delay of a push in seconds, so that a member who has the page open sees the news there first. */
  pushDelay?: number
  /** Shown while the member is on the site; the stream event has the name of the kind. */
  toast?: Toast
}

/** The kinds of notifications. Settings, columns, emails, push, toasts, stream events and jobs derive from this table. */
export const notificationKinds = {
  message: {
    setting: 'notify_messages',
    default: 'mail',
    label: 'Messages',
    news: 'messages',
    headline: 'You have a new message',
    path: '/messages',
    email: { rank: 1, one: 'You have a new message.', many: 'You have new messages in # conversations.' },
    pushDelay: 1,
    toast: { text: 'sent you a message', tone: 'info', opens: 'conversation' },
  },
  match: {
    setting: 'notify_matches',
    default: 'mail',
    label: 'Matches',
    hint: 'Someone you like likes you too.',
    news: 'notices',
    headline: 'You have a new match',
    path: '/matched',
    email: { rank: 2, one: 'You have a new match: you like each other.', many: 'You have # new matches.' },
  },
  like: {
    setting: 'notify_likes',
    default: 'none',
    label: 'Likes',
    news: 'notices',
    headline: 'You have a new like',
    path: '/likes-received',
    email: { rank: 4, one: 'One member likes you.', many: '# members like you.' },
    toast: { text: 'likes you', tone: 'affection', opens: 'profile' },
  },
  rose: {
    setting: 'notify_roses',
    default: 'none',
    label: 'Roses',
    news: 'notices',
    headline: 'You have received a rose',
    path: '/roses-received',
    email: { rank: 3, one: 'One member surprised you with a rose.', many: 'You have received # roses.' },
    toast: { text: 'sent you a rose', tone: 'affection', opens: 'profile' },
  },
  dates: {
    setting: 'notify_dates',
    default: 'both',
    label: 'Dates',
    hint: 'With a reminder 3 hours before.',
    // The dates feature sends its own emails and pushes, because they depend on the plan.
    news: 'counted',
    headline: 'Dates',
    path: '/dates',
  },
  saved: {
    setting: 'notify_saved',
    default: 'mail',
    label: 'Saved searches',
    hint: 'For searches set to daily or weekly, at most once a day.',
    news: 'counted',
    headline: 'New people match your saved searches',
    path: '/search',
  },
} as const satisfies Record<string, KindRow>

type Kinds = typeof notificationKinds
export type NotificationKind = keyof Kinds
export type NotifyKey = Kinds[NotificationKind]['setting']

type KindsWith<Part> = { [K in NotificationKind]: Kinds[K] extends Part ? K : never }[NotificationKind]
/** Kinds whose news are rows of `notice`. */
export type NoticeKind = KindsWith<{ news: 'notices' }>
/** Kinds that the shared email lists. */
export type EmailedKind = KindsWith<{ email: object }>
/** Kinds that show a toast when their `sent` event arrives. */
export type ToastedKind = KindsWith<{ toast: object }>

const kindList = Object.keys(notificationKinds) as NotificationKind[]
const row = (kind: NotificationKind): KindRow => notificationKinds[kind]

export const settingOf = (kind: NotificationKind): NotifyKey => notificationKinds[kind].setting
export const notifyKeys = kindList.map(settingOf)
/** Seconds. */
export const pushDelayOf = (kind: NotificationKind): number => row(kind).pushDelay ?? 0

/** The kinds as the settings list them. */
export const notificationSettings = kindList.map((kind) => ({
  key: settingOf(kind),
  label: row(kind).label,
  hint: row(kind).hint,
}))

export const noticeKinds = kindList.filter((kind): kind is NoticeKind => row(kind).news === 'notices')
const emailRank = (kind: NotificationKind): number => row(kind).email?.rank ?? 0
/** In the order of the email, most interesting first. */
export const emailedKinds = kindList
  .filter((kind): kind is EmailedKind => row(kind).email !== undefined)
  .sort((one, other) => emailRank(one) - emailRank(other))

export const toastedKinds = kindList.filter((kind): kind is ToastedKind => row(kind).toast !== undefined)

/** Toasts of events without a setting. */
const otherToasts = {
  verify: {
    text: 'would like you to verify your photos',
    tone: 'info',
    opens: 'photo verification',
  },
} as const satisfies Record<string, Toast>

export type ToastKind = ToastedKind | keyof typeof otherToasts

export const toasts = {
  ...Object.fromEntries(toastedKinds.map((kind) => [kind, notificationKinds[kind].toast])),
  ...otherToasts,
} as Record<ToastKind, Toast>
export const toastKinds = Object.keys(toasts) as ToastKind[]
