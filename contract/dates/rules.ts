import { instantAt, wallClock } from '../admin/site-days'
import { hasLink } from '../messages/rules'
import { storableText } from '../storable-text'

export const PLACE_MAX = 120
export const NOTE_MAX = 200
/** How far ahead a date can be planned. */
export const AHEAD_SECONDS = 366 * 86_400
/** An accepted date is announced this long before it. */
export const REMIND_SECONDS = 3 * 3600
/** Plans, check-ins, contacts and alert pages are deleted this long after the date. */
export const KEEP_DATE_SECONDS = 7 * 86_400

/** Proposed and accepted plans are open; a pair has at most one. */
export const planStates = ['proposed', 'accepted', 'declined', 'cancelled', 'past'] as const
export type PlanState = (typeof planStates)[number]
export const isOpenPlan = (state: PlanState): boolean => state === 'proposed' || state === 'accepted'
export const planAnswers = ['accept', 'decline', 'cancel', 'suggest'] as const

export const checkInStates = ['waiting', 'asked', 'alerted', 'ended'] as const
export type CheckInState = (typeof checkInStates)[number]
export const checkInAnswers = ['ok', 'later', 'help'] as const
export type CheckInAnswer = (typeof checkInAnswers)[number]
export const contactStates = ['waiting', 'confirmed', 'declined'] as const
/** Minutes between the question and the alert. */
export const graces = [15, 30, 60] as const
export const CONTACTS_MAX = 3
export const CONTACT_NAME_MAX = 40
/** Check-ins of a member that have not ended. */
export const CHECK_INS_MAX = 10
export const LATERS_MAX = 4
export const LATER_SECONDS = 30 * 60
/** From the start of a date to the time at which the member expects to be done. */
export const LONGEST_DATE_SECONDS = 48 * 3600
/** How long the page behind an alert can be read. */
export const ALERT_SECONDS = 72 * 3600
/** Emails that ask an address to be a contact, by all members together, until its owner confirms. */
export const INVITES_MAX = 2

/** One line, without control characters. */
export const onOneLine = (text: string): string =>
  storableText(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** A note keeps its lines. */
export const noteText = (text: string): string =>
  storableText(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()

/** The text of a plan must follow the same rule about links as a message. */
export function planProblem({ place, note }: { place: string; note: string }) {
  if (place === '' || [...place].length > PLACE_MAX) return 'date.place' as const
  if ([...note].length > NOTE_MAX) return 'date.note' as const
  return hasLink(place) || hasLink(note) ? ('message.link' as const) : undefined
}

/** Neither digits nor dots, so that a name cannot carry an address or a number. */
export const isContactName = (name: string): boolean =>
  name.length > 0 && [...name].length <= CONTACT_NAME_MAX && /^[\p{L}\p{M}][\p{L}\p{M} ’'-]*$/u.test(name)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Such as "Saturday 21 November at 7:00 pm AEDT", in the zone in which the time was entered. */
export function whenText(ts: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-AU', {
      timeZone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    })
  formats.set(timeZone, format)
  return format.format(ts * 1000)
}

const DAY = 86_400
const TEN = 10 * 3600

/** 10:00 on the day after, in the member's time zone. */
export const morningAfter = (ts: number, timeZone: string): number =>
  instantAt(Math.floor(wallClock(ts, timeZone) / DAY) * DAY + DAY + TEN, timeZone)

/** The advice on the page behind an alert and in its email. */
export const alertAdvice = (name: string): readonly string[] => [
  `Call ${name} now.`,
  'If you can’t reach them and you’re worried, call 000 and tell the police what you see here.',
]

/** Every reason for an email or a push about dates. Emails and pushes have no names. */
export const dateNotices = {
  proposed: { headline: 'Somebody suggested a date', text: 'Somebody you write with has suggested a date.' },
  accepted: { headline: 'Your date is on', text: 'The date you suggested was accepted.' },
  cancelled: { headline: 'A date was cancelled', text: 'This date was cancelled.' },
  reminder: { headline: 'You have a date soon', text: 'Your date is coming up.' },
  feedback: { headline: 'How was it?', text: 'Did you meet? Your answers are private.' },
  'check-in': {
    headline: 'Are you OK?',
    text: 'Please answer, so that we don’t alert your contacts.',
  },
} as const satisfies Record<string, { headline: string; text: string }>
export type DateNotice = keyof typeof dateNotices
