import { profileFields } from '../profile/shapes'
import { arr, bool, int, nullable, obj, opt, type Static, text, ts } from '../shapes'
import { MessagingRestriction } from './shield-endpoints'

/** Whoever a case names. An erased account leaves its id and nothing else. */
const Party = obj({
  id: int(),
  username: nullable(text()),
  url_hash: nullable(text()),
  photo: nullable(text()),
  /** The main photo as moderators may see it, whatever its owner's status. */
  photo_url: nullable(text()),
  status: nullable(int()),
})

const nullText = () => nullable(text())
/** Every field is optional: a snapshot holds the fields that profiles had when it was sealed. */
export const SnapshotProfile = obj({
  ...(Object.fromEntries(Object.entries(profileFields).map(([key, shape]) => [key, opt(shape)])) as {
    [K in keyof typeof profileFields]: ReturnType<typeof opt<(typeof profileFields)[K]>>
  }),
  url_hash: text(),
  photo: nullText(),
  created_ts: ts(),
})

/** What was sealed when the report came in. Photo addresses are signed and last 15 minutes. */
const Snapshot = obj({
  /** null where the account had been erased before the report. */
  profile: nullable(SnapshotProfile),
  prompts: arr(obj({ q: text(), a: text() })),
  photos: arr(obj({ filename: text(), tmb_url: nullText(), lg_url: nullText() })),
  messages: arr(
    obj({
      id: int(),
      sender_id: int(),
      text: text(),
      ts: ts(),
      read_ts: nullable(ts()),
      removed_by_receiver: bool(),
      /** Where a case holds several conversations, as one raised by the scam shield does. */
      receiver_id: opt(int()),
      // Taken back or erased by its sender's side before the report, and kept for it.
      held: opt(bool()),
    }),
  ),
  /** With whom the member wrote, in a case raised by the scam shield; null is a name that is gone. */
  partners: opt(arr(obj({ id: int(), username: nullText() }))),
  // The name that an erased account had.
  username: opt(text()),
  // How many held messages there were that could not be opened any more.
  held_lost: opt(int()),
  // The one that the report is about.
  message_id: opt(nullable(int())),
  /** A list carries the newest 20 messages, the case itself all of them. */
  messages_total: int(),
  hash: text(),
})

const Appeal = obj({
  text: text(),
  created_ts: ts(),
  decided_ts: nullable(ts()),
  decided_by: nullable(int()),
  upheld: nullable(bool()),
  note: text(),
  member_text: text(),
})

export const AdminReport = obj({
  id: int(),
  /** null where no member reported: the case was raised by the scam shield. */
  reporter_id: nullable(int()),
  member_id: int(),
  reporter: nullable(Party),
  member: Party,
  reason: text(),
  info: text(),
  severity: int(),
  state: text(),
  outcome: nullText(),
  assignee_id: nullable(int()),
  assignee: nullText(),
  note: text(),
  member_text: text(),
  until_ts: nullable(ts()),
  created_ts: ts(),
  taken_ts: nullable(ts()),
  closed_ts: nullable(ts()),
  closed_by: nullable(int()),
  closer: nullText(),
  lifted_ts: nullable(ts()),
  /** Reports about this member: all, and those still open. */
  about_member: obj({ total: int(), open: int() }),
  /** The admin who asks is a party and may not act. */
  own: bool(),
  appeal: nullable(Appeal),
  hold: nullable(MessagingRestriction),
  snapshot: opt(Snapshot),
})
export type AdminReport = Static<typeof AdminReport>

/** A case as a member's page tells of it. */
export const CaseLine = obj({
  id: int(),
  /** null for one raised by the scam shield. */
  reporter_id: nullable(int()),
  member_id: int(),
  reason: text(),
  severity: int(),
  state: text(),
  outcome: nullText(),
  created_ts: ts(),
  closed_ts: nullable(ts()),
})
