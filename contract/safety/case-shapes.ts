import { profileFields } from '../profile/shapes'
import { arr, bool, int, nullable, obj, oneOf, opt, type Static, text, ts } from '../shapes'
import { caseOutcomes, REPLY_TEMPLATE } from './rules'
import { MessagingRestriction } from './shield-endpoints'

/** A person named in a case. Of an erased account only the id is left. */
const Party = obj({
  id: int(),
  username: nullable(text()),
  url_hash: nullable(text()),
  photo: nullable(text()),
  /** The main photo for moderators, whatever the status of its owner. */
  photo_url: nullable(text()),
  status: nullable(int()),
})

const nullText = () => nullable(text())
/** Every field is optional, because a snapshot has the fields that profiles had when it was sealed. */
export const SnapshotProfile = obj({
  ...(Object.fromEntries(Object.entries(profileFields).map(([key, shape]) => [key, opt(shape)])) as {
    [K in keyof typeof profileFields]: ReturnType<typeof opt<(typeof profileFields)[K]>>
  }),
  url_hash: text(),
  photo: nullText(),
  created_ts: ts(),
  /** Since when the photos are verified; null if they are not. */
  verified_ts: opt(nullable(ts())),
})

/** The evidence, sealed when the report arrived. Photo URLs are signed and expire after 15 minutes. */
const Snapshot = obj({
  /** null if the account had been erased before the report. */
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
      /** Only in a case with several conversations, such as one raised by the scam shield. */
      receiver_id: opt(int()),
      // Its sender deleted it or erased their account before the report; it was retained for this purpose.
      held: opt(bool()),
      /** The place and note of a planned date. */
      in_date: opt(bool()),
    }),
  ),
  /** The receivers of the member's messages, in a case raised by the scam shield; null if the name is gone. */
  partners: opt(arr(obj({ id: int(), username: nullText() }))),
  // The former name of an erased account.
  username: opt(text()),
  // The number of retained messages that could no longer be decrypted.
  held_lost: opt(int()),
  // The reported message.
  message_id: opt(nullable(int())),
  /** Lists include the newest 20 messages, a single case all of them. */
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
  /** null if the scam shield raised the case. */
  reporter_id: nullable(int()),
  member_id: int(),
  reporter: nullable(Party),
  member: Party,
  reason: text(),
  /** null for a reason that was only ever a text. */
  reason_key: nullText(),
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
  /** The case that this later report was added to; it is decided there. */
  added_to: nullable(int()),
  /** Reports about this member: all of them, and the open ones. */
  about_member: obj({ total: int(), open: int() }),
  /** The requesting moderator is a party to the case and may not act on it. */
  own: bool(),
  appeal: nullable(Appeal),
  hold: nullable(MessagingRestriction),
  snapshot: opt(Snapshot),
})
export type AdminReport = Static<typeof AdminReport>

/** A case on a member's page. */
export const CaseLine = obj({
  id: int(),
  /** null if the scam shield raised the case. */
  reporter_id: nullable(int()),
  member_id: int(),
  reason: text(),
  severity: int(),
  state: text(),
  outcome: nullText(),
  created_ts: ts(),
  closed_ts: nullable(ts()),
})

/** A reason for a report by its key, with its present text. */
export const Reason = obj({ key: text(), words: text() })

export const replyTemplateFields = {
  title: text({ minLength: 1, maxLength: REPLY_TEMPLATE.title }),
  body: text({ minLength: 1, maxLength: REPLY_TEMPLATE.body }),
  /** Into the text for the member, or the note for moderators. */
  goes_to: oneOf(['member', 'note']),
  /** For cases with this reason only; null for all. */
  reason_key: nullable(text({ maxLength: 60 })),
  outcome: nullable(oneOf(caseOutcomes)),
  active: bool(),
}
export const ReplyTemplate = obj({ id: int(), version: int(), ...replyTemplateFields })
export type ReplyTemplate = Static<typeof ReplyTemplate>
