import { type ToastKind, toastKinds } from '../notifications/kinds'
import { SafetyNotice } from '../safety/endpoints'
import { arr, bool, int, nullable, num, obj, opt, type Static, type TSchema, text } from '../shapes'
import { ONLINE_MAX, type StreamEventName } from './rules'

const GestureEvent = obj({
  from: text(),
  photo: nullable(text()),
  url_hash: text(),
  /** Only on a like: the two like each other. */
  matched: opt(bool()),
})
export type GestureEvent = Static<typeof GestureEvent>

const Counters = obj({
  viewed_me: int(),
  likes_received: int(),
  roses_received: int(),
  /** Conversations with unread messages. */
  unread: int(),
})
export type Counters = Static<typeof Counters>

/** The events of the live stream and their data, as the server writes and the web reads them. */
export const streamEvents = {
  ...(Object.fromEntries(toastKinds.map((kind) => [kind, GestureEvent])) as Record<
    ToastKind,
    typeof GestureEvent
  >),
  settings: obj({ notifications_gap: num(), notification_show_interval: num() }),
  /** Ids of members separated by commas. */
  online: text({ maxLength: ONLINE_MAX * 17 }),
  connections: Counters,
  tip: obj({ tip: text() }),
  /** The number of undecided photos, cases and verifications, for staff. */
  admin: obj({ photos: int(), reports: int(), verifications: int() }),
  /** Staff have decided the member's verification, or the badge has expired. */
  verification: obj({ verified: bool() }),
  /** Staff have decided photos of the member, or reverted that. */
  photos: obj({ decided: arr(text()) }),
  /** A new warning about a banned member, or a correction of it. */
  safety_notice: SafetyNotice,
  /** A plan has changed; the reason and the partner are in /api/dates. */
  date: obj({ id: int() }),
  /** A check-in of the member has changed, for example because it is time to answer. */
  check_in: obj({ id: int() }),
  /** Sent every HEARTBEAT_EVERY seconds, so that the web notices a connection that is half open. */
  heartbeat: obj({}),
} satisfies Record<StreamEventName, TSchema>

export type StreamEvents = { [E in StreamEventName]: Static<(typeof streamEvents)[E]> }
