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
  /** The name of the photo's owner; `moderator` is who decided. */
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

/** A photo claimed by a moderator, with information that helps to decide. */
export const ClaimedPhoto = obj({
  photo: AdminPhoto,
  claimed_until_ts: ts(),
  /** The member's other photos, oldest first. */
  others: arr(AdminPhoto),
  /** Similar photos of other members: `distance` of 256 bits differ, at most 31. */
  similar: arr(obj({ distance: int(), age: nullable(int()), photo: AdminPhoto })),
  /** Similar known photos, of which only the hash is left: by the case that banned the account, or by another site. */
  seen: arr(
    obj({
      distance: int(),
      reason: text(),
      ts: ts(),
      report_id: nullable(int()),
      source: nullable(text()),
    }),
  ),
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
  /** The status after the current one is lifted, and the end of the suspension if it is one. */
  lifted_status: int(),
  lifted_until_ts: nullable(ts()),
  premium: bool(),
  premium_until_ts: nullable(ts()),
  admin: bool(),
  role: nullable(oneOf(roles)),
  /** Set in the configuration, so no call can change it. */
  role_configured: bool(),
  city: nullText(),
  photo: nullText(),
  photo_url: nullText(),
  approved_photos: int(),
  verified_ts: nullable(ts()),
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
  /** The admin who is acting as the member in this session. */
  admin_id: nullable(int()),
})

export const AuditEntry = obj({
  id: int(),
  ts: ts(),
  admin_id: int(),
  /** The admin's name; null if the account is gone. */
  admin: nullText(),
  action: text(),
  member_id: nullable(int()),
  /** The member's name; null if there is none or the account is gone. */
  member: nullText(),
  before: json(),
  after: json(),
  /** Names of the previous and the new assignee of a case, if the entry is about that. */
  assignee_before: nullText(),
  assignee_after: nullText(),
})
export type AuditEntry = Static<typeof AuditEntry>

export const BulkSuspension = obj({
  batch: text(),
  /** The name of the staff member; null if the account is gone. */
  moderator: nullText(),
  ts: ts(),
  reason: text(),
  until_ts: nullable(ts()),
  suspended: int(),
  /** By an undo. */
  restored: int(),
  /** Members that an undo would restore. */
  left: int(),
})
export type BulkSuspension = Static<typeof BulkSuspension>

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
  /** Wrong six-digit codes in the last hour, on the whole site. */
  wrong_codes: int(),
  /** Answers to "How was it?" of the last 30 days, without names: yes to each question. */
  dates: obj({ answers: int(), met: int(), again: int(), uncomfortable: int() }),
  /** 30 days in the site's time zone, oldest first; the last one is today so far. */
  days: arr(obj({ day: text(), signups: int(), active: int(), messages: int(), reports: int() })),
})
export type Overview = Static<typeof Overview>

export const workQueues = ['photos', 'verifications', 'reports', 'appeals'] as const

const perQueue = () => obj({ photos: int(), verifications: int(), reports: int(), appeals: int() })

export const Workload = obj({
  queues: arr(
    obj({
      queue: oneOf(workQueues),
      /** How long the items decided in these days had waited, in seconds; null if there are none. */
      median_seconds: nullable(int()),
      slowest_tenth_seconds: nullable(int()),
    }),
  ),
  /** The last 14 days in the site's time zone, oldest first. */
  days: arr(obj({ day: text(), arrived: perQueue(), decided: perQueue() })),
  /** Decisions per staff member, most first. Nobody but the caller can be recognised. */
  staff: arr(obj({ own: bool(), decided: perQueue() })),
})
export type Workload = Static<typeof Workload>

/** One row per reason and a total; times in whole seconds, null if nothing was closed. */
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
  /** Reported in the period and not yet closed. */
  still_open: int(),
  accounts: obj({ suspended: int(), banned: int(), lifted: int() }),
  appeals: obj({ received: int(), decided: int(), upheld: int(), rejected: int() }),
  shield: ShieldCounts,
  /** People warned about a banned member, and people who got a correction. */
  warnings: obj({ sent: int(), corrected: int() }),
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
/** `foreign`: the store belongs to another database. `waiting`: unusually many photos have no row. */
export const cleanupStates = ['foreign', 'waiting'] as const
/** Steps of docs/operations/install.md that the site checks by itself. */
export const openingSteps = [
  'name',
  'address',
  'legal',
  'database',
  'email',
  'backup',
  'alerts',
  'staff',
] as const
export const System = obj({
  version: text(),
  /** The state of each service; `ts` is the time of its last backup or rebuild. */
  parts: arr(obj({ part: oneOf(systemParts), ok: bool(), words: text(), ts: nullable(ts()) })),
  jobs: obj({
    waiting: int(),
    /** Due time of the oldest overdue job; null if none is late. */
    oldest_due_ts: nullable(ts()),
    running: int(),
    dead: int(),
  }),
  /** Jobs that failed their last try, newest first, at most 100. */
  dead: arr(
    obj({ id: int(), kind: text(), tries: int(), last_error: text(), created_ts: ts(), died_ts: ts() }),
  ),
  /** Faults that need attention, with the number of jobs that each has paused. */
  warnings: arr(obj({ part: oneOf([...systemParts, 'proxy', 'connections']), words: text(), paused: int() })),
  /** Paused jobs, newest first, at most 100; retried occasionally, and as soon as the fault is fixed. */
  paused: arr(obj({ id: int(), kind: text(), last_error: text(), created_ts: ts(), run_ts: ts() })),
  /** The steps before the site opens. */
  opening: arr(obj({ what: oneOf(openingSteps), ok: bool(), words: text() })),
  /** Why no orphaned photos are deleted until an admin decides; null if nothing is unusual. */
  photo_cleanup: nullable(obj({ state: oneOf(cleanupStates), photos: int(), orphans: int() })),
})
export type System = Static<typeof System>

/** Similarities between a member and a banned one; after erasure only the member's number is left. */
export const BannedLikeness = obj({
  member_id: nullable(int()),
  username: nullable(text()),
  by: oneOf(['photo', 'text', 'mailbox']),
  /** The name of the text field, the banned address, or how many of 256 bits of the photos differ. */
  detail: text(),
})
export type BannedLikeness = Static<typeof BannedLikeness>

export const page = { p: opt(int({ minimum: 1 })) }

export const admin = { access: 'admin' } as const

/** Admins have access too. */
export const moderator = { access: 'moderator' } as const
