import { scamRuleModes } from '../safety/scam-rules'
import {
  arr,
  bool,
  int,
  json,
  nullable,
  num,
  obj,
  oneOf,
  opt,
  type Static,
  type TSchema,
  text,
  ts,
} from '../shapes'

export const paged = <S extends TSchema>(item: S) => obj({ items: arr(item), pages: int() })

export const AdminPhoto = obj({
  filename: text(),
  member_id: int(),
  /** The member's, whose photo it is; who decided is the moderator. */
  username: nullable(text()),
  moderator: opt(nullable(text())),
  approved: nullable(bool()),
  reject_reason: nullable(text()),
  approved_ts: nullable(ts()),
  created_ts: ts(),
  tmb_url: text(),
  lg_url: text(),
})
export type AdminPhoto = Static<typeof AdminPhoto>

/** A photo in a moderator's hands, with what helps to decide. */
export const ClaimedPhoto = obj({
  photo: AdminPhoto,
  claimed_until_ts: ts(),
  /** The member's other photos, the oldest first. */
  others: arr(AdminPhoto),
  /** Photos of other members that look alike: `distance` of 64 bits differ, at most 7. */
  similar: arr(obj({ distance: int(), photo: AdminPhoto })),
  /** It looks like a photo of a banned member whose account is erased; of that one only the fingerprint is left. */
  like_banned: bool(),
})
export type ClaimedPhoto = Static<typeof ClaimedPhoto>

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
export const SnapshotProfile = obj({
  username: nullText(),
  url_hash: text(),
  gender: nullText(),
  gender_birth: nullText(),
  interested: nullText(),
  birthday: nullText(),
  country: nullText(),
  city: nullText(),
  photo: nullText(),
  created_ts: ts(),
  relationship_goals: nullText(),
  tagline: text(),
  about_offer: text(),
  wants: text(),
  interests: text(),
  occupation: text(),
  ethnicity: text(),
  languages: text(),
  country_of_birth: nullText(),
  height: nullable(int()),
  tatoos: nullText(),
  smoking: nullText(),
  marriage: nullText(),
  kids: nullText(),
  income: nullText(),
  education: nullText(),
  relocation: nullText(),
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
  /** Of a case raised by the scam shield: since when the member starts no conversations, and what they say of it. */
  hold: nullable(
    obj({
      since_ts: ts(),
      ended_ts: nullable(ts()),
      appeal_text: nullText(),
      appeal_ts: nullable(ts()),
    }),
  ),
  snapshot: opt(Snapshot),
})
export type AdminReport = Static<typeof AdminReport>

export const AdminMember = obj({
  id: int(),
  url_hash: text(),
  username: nullText(),
  email: text(),
  email_confirmed: bool(),
  status: int(),
  status_reason: nullText(),
  status_until_ts: nullable(ts()),
  status_report_id: nullable(int()),
  premium: bool(),
  premium_until_ts: nullable(ts()),
  admin: bool(),
  city: nullText(),
  photo: nullText(),
  photo_url: nullText(),
  approved_photos: int(),
  created_ts: ts(),
  last_active_ts: nullable(ts()),
  notes: opt(text()),
})
export type AdminMember = Static<typeof AdminMember>

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

export const AdminSession = obj({
  id: int(),
  device: text(),
  created_ts: ts(),
  last_used_ts: ts(),
  expires_ts: ts(),
  /** The admin who acts as the member with it. */
  admin_id: nullable(int()),
})

/** What a member has in common with somebody who is banned; an erased account leaves its number alone. */
export const BannedLikeness = obj({
  member_id: nullable(int()),
  username: nullText(),
  by: oneOf(['photo', 'text', 'mailbox']),
  /** The text's name, the banned address, or how many of 64 bits of the photos differ. */
  detail: text(),
})
export type BannedLikeness = Static<typeof BannedLikeness>

export const AuditEntry = obj({
  id: int(),
  ts: ts(),
  admin_id: int(),
  /** The admin's name; null when that account is gone. */
  admin: nullText(),
  action: text(),
  member_id: nullable(int()),
  /** The member's name; null when there is none or the account is gone. */
  member: nullText(),
  before: json(),
  after: json(),
  /** Who had the case before and after, by name, where the entry is about that. */
  assignee_before: nullText(),
  assignee_after: nullText(),
})
export type AuditEntry = Static<typeof AuditEntry>

export const ScamRule = obj({
  key: text(),
  /** What it looks for, in words. */
  label: text(),
  mode: oneOf(scamRuleModes),
  hits: int(),
  /** By a receiver's “It’s fine”, by a moderator, or after an appeal. */
  dismissed: int(),
  upheld: int(),
  /** upheld of upheld and dismissed, from 0 to 1; null before anything was decided. */
  precision: nullable(num()),
})
export type ScamRule = Static<typeof ScamRule>

const Queue = obj({ waiting: int(), since_ts: nullable(ts()) })

export const Overview = obj({
  queues: obj({ photos: Queue, reports: Queue, appeals: Queue, verifications: Queue }),
  members: obj({
    total: int(),
    unfinished: int(),
    active: int(),
    suspended: int(),
    banned: int(),
    deactivated: int(),
    premium: int(),
  }),
  /** Six-digit codes entered wrongly in the last hour, on the whole site. */
  wrong_codes: int(),
  /** 30 days of the site's time zone, the oldest first; the last one is today so far. */
  days: arr(obj({ day: text(), signups: int(), active: int(), messages: int(), reports: int() })),
})
export type Overview = Static<typeof Overview>

/** A row for each reason and one for all; times in whole seconds, null when nothing was closed. */
const TransparencyRow = obj({
  reason: text(),
  received: int(),
  closed: int(),
  dismissed: int(),
  warned: int(),
  suspended: int(),
  banned: int(),
  median_seconds: nullable(int()),
  slowest_tenth_seconds: nullable(int()),
})

export const Transparency = obj({
  from: ts(),
  to: ts(),
  reports: arr(TransparencyRow),
  total: TransparencyRow,
  /** Reported in the period and not closed yet. */
  still_open: int(),
  accounts: obj({ suspended: int(), banned: int(), lifted: int() }),
  appeals: obj({ received: int(), decided: int(), upheld: int(), rejected: int() }),
  /**
   * The scam shield: messages with signs, conversations above which a warning was put, warnings that the receiver
   * dismissed, cases raised, and what moderators decided of those.
   */
  shield: obj({
    messages: int(),
    warnings: int(),
    warnings_dismissed: int(),
    cases: int(),
    cases_dismissed: int(),
    cases_upheld: int(),
  }),
})
export type Transparency = Static<typeof Transparency>

export const System = obj({
  jobs: obj({
    waiting: int(),
    /** The one that should have been begun longest ago; null when none is late. */
    oldest_due_ts: nullable(ts()),
    running: int(),
    dead: int(),
  }),
  /** Given up after their last try, the latest first, at most 100. */
  dead: arr(
    obj({ id: int(), kind: text(), tries: int(), last_error: text(), created_ts: ts(), died_ts: ts() }),
  ),
  /** What has to be mended in the configuration, in words, and how many jobs it holds up. */
  warnings: arr(obj({ part: oneOf(['mail', 'photos']), words: text(), held: int() })),
  /** Jobs that wait for it, the latest first, at most 100; tried again when it is mended, and now and then until then. */
  held: arr(obj({ id: int(), kind: text(), last_error: text(), created_ts: ts(), run_ts: ts() })),
})
export type System = Static<typeof System>
