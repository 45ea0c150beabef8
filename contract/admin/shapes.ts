import { roles } from '../member/status'
import { ShieldCounts } from '../safety/shield-endpoints'
import {
  arr,
  bool,
  int,
  json,
  nullable,
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

const nullText = () => nullable(text())

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
  role: nullable(oneOf(roles)),
  /** Named in the configuration, which no call changes. */
  role_configured: bool(),
  city: nullText(),
  photo: nullText(),
  photo_url: nullText(),
  approved_photos: int(),
  created_ts: ts(),
  last_active_ts: nullable(ts()),
  notes: opt(text()),
})
export type AdminMember = Static<typeof AdminMember>

export const AdminSession = obj({
  id: int(),
  device: text(),
  created_ts: ts(),
  last_used_ts: ts(),
  expires_ts: ts(),
  /** The admin who acts as the member with it. */
  admin_id: nullable(int()),
})

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
  shield: ShieldCounts,
})
export type Transparency = Static<typeof Transparency>

const systemParts = [
  'database',
  'replica',
  'events',
  'photos',
  'mail',
  'jobs',
  'index',
  'backup',
  'disk',
] as const
export const System = obj({
  version: text(),
  /** What the site stands on and how that is, in words; the time is that of its last backup or building. */
  parts: arr(obj({ part: oneOf(systemParts), ok: bool(), words: text(), ts: nullable(ts()) })),
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
  /** What somebody has to look at, in words, and how many jobs it holds up. */
  warnings: arr(obj({ part: oneOf([...systemParts, 'proxy']), words: text(), paused: int() })),
  /** Jobs that wait for it, the latest first, at most 100; tried again when it is mended, and now and then until then. */
  paused: arr(obj({ id: int(), kind: text(), last_error: text(), created_ts: ts(), run_ts: ts() })),
})
export type System = Static<typeof System>

/** What a member has in common with somebody who is banned; an erased account leaves its number alone. */
export const BannedLikeness = obj({
  member_id: nullable(int()),
  username: nullable(text()),
  by: oneOf(['photo', 'text', 'mailbox']),
  /** The text's name, the banned address, or how many of 64 bits of the photos differ. */
  detail: text(),
})
export type BannedLikeness = Static<typeof BannedLikeness>

export const page = { p: opt(int({ minimum: 1 })) }

export const admin = { access: 'admin' } as const

/** Open to admins as well. */
export const moderator = { access: 'moderator' } as const
