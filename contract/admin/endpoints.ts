import { emailInput } from '../access/endpoints'
import { SessionRecord } from '../access/shapes'
import { endpoint } from '../endpoint'
import { memberStatus, roles } from '../member/status'
import { CaseLine } from '../safety/case-shapes'
import { arr, bool, id, int, json, nullable, obj, ok, oneOf, opt, text, ts } from '../shapes'
import { BULK, IMPERSONATION_REASON } from './rules'
import {
  AdminMember,
  AdminPhoto,
  AdminSession,
  AuditEntry,
  admin,
  BannedLikeness,
  BulkSuspension,
  moderator,
  Overview,
  page,
  paged,
  System,
  Workload,
} from './shapes'

const statuses = Object.values(memberStatus)
const status = int({ minimum: Math.min(...statuses), maximum: Math.max(...statuses) })

export const overview = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/overview',
  summary: 'Read counts, queues and 30 days of activity',
  input: {},
  reply: Overview,
})
export const workload = endpoint({
  ...moderator,
  method: 'GET',
  path: '/api/admin/workload',
  summary:
    'How much arrives and is decided in each queue, how long it waits, and how much each staff member decides',
  input: {},
  reply: Workload,
})
export const adminMembers = endpoint({
  ...moderator,
  method: 'GET',
  path: '/api/admin/members',
  summary: 'Search members by name, address, id or city',
  input: { ...page, q: opt(text({ maxLength: 254 })), status: opt(status) },
  reply: paged(AdminMember),
})
export const adminMember = endpoint({
  ...moderator,
  method: 'GET',
  path: '/api/admin/member',
  summary: 'Read one member with photos and history',
  input: { id: id() },
  reply: obj({
    member: AdminMember,
    profile: json(),
    photos: arr(AdminPhoto),
    sessions: arr(AdminSession),
    /** Cases about the member and reports by the member, newest first. */
    reports: arr(CaseLine),
    /** Pages refused in the last 30 days because the member read too many; a high number suggests scraping. */
    refused_pages: int(),
    like_banned: arr(BannedLikeness),
    history: arr(AuditEntry),
  }),
})
export const changeMember = endpoint({
  ...moderator,
  method: 'POST',
  path: '/api/admin/member',
  summary: "Change a member's status or notes; only admins change premium and role",
  input: {
    id: id(),
    role: opt(nullable(oneOf(roles))),
    premium: opt(bool()),
    premium_until_ts: opt(nullable(ts())),
    status: opt(status),
    reason: opt(text({ maxLength: 500 })),
    until_ts: opt(nullable(ts())),
    notes: opt(text({ maxLength: 5000 })),
  },
  reply: ok,
})
export const bulkCandidates = endpoint({
  ...moderator,
  method: 'GET',
  path: '/api/admin/bulk-candidates',
  summary: 'Preview a bulk suspension: the members who meet every condition, without staff',
  /** At least one condition must be narrow: 31 days, 3 characters at either end of the address, or photos. */
  input: {
    joined_from: opt(ts()),
    joined_to: opt(ts()),
    /** `*` stands for any characters. */
    address: opt(text({ maxLength: 254 })),
    /** A member; others have a photo that looks like one of theirs. */
    photos_like: opt(id()),
  },
  reply: obj({
    /** Newest first. */
    items: arr(AdminMember),
    /** More members meet the conditions than are listed. */
    more: bool(),
    /** Members who also meet the conditions but are suspended or banned already, counted up to 1,000. */
    out: int(),
  }),
})
/** Chosen by the client, so that a repeated or continued run is the same bulk suspension. */
const batch = text({ pattern: '^[A-Za-z0-9-]{16,64}$' })
export const bulkSuspend = endpoint({
  ...moderator,
  method: 'POST',
  path: '/api/admin/bulk-suspend',
  summary: 'Suspend several members for one reason; calls with the same `batch` are undone together',
  input: {
    batch,
    ids: arr(id(), { minItems: 1, maxItems: BULK.perCall }),
    reason: text({ pattern: '\\S', maxLength: BULK.reason, problem: 'bulk.reason' }),
    until_ts: opt(nullable(ts())),
  },
  /** Without those who were suspended or banned already, staff, and accounts that are gone. */
  reply: obj({ suspended: int() }),
  reauthenticate: true,
})
export const bulkUndo = endpoint({
  ...moderator,
  method: 'POST',
  path: '/api/admin/bulk-undo',
  summary: 'Restore up to 100 members of a bulk suspension whose status has not been changed since',
  input: { batch },
  /** `more`: call again for the rest. */
  reply: obj({ restored: int(), more: bool() }),
})
export const bulkSuspensions = endpoint({
  ...moderator,
  method: 'GET',
  path: '/api/admin/bulk-suspensions',
  summary: 'List the bulk suspensions of the last 30 days, newest first',
  input: {},
  reply: obj({ items: arr(BulkSuspension) }),
})
export const invite = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/invite',
  summary: 'Create an unfinished account and email its access link',
  input: { invite_email: emailInput() },
  reply: ok,
})
export const impersonate = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/impersonate',
  summary: 'Open a one-hour session as a member, for a reason that the audit log records',
  input: {
    id: id(),
    reason: text({
      pattern: '\\S',
      maxLength: IMPERSONATION_REASON.characters,
      problem: 'impersonate.reason',
    }),
  },
  reply: SessionRecord,
  reauthenticate: true,
})
export const adminSettings = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'Server settings',
  input: {},
  reply: paged(obj({ key: text(), value: json(), standard: json(), keys: opt(arr(text())) })),
})
export const changeSetting = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/settings',
  summary: 'Change a server setting, in every process immediately',
  /** `keys` has the key of the report reason for each text; null for a new reason. */
  input: {
    key: text({ maxLength: 60 }),
    value: json(),
    keys: opt(arr(nullable(text({ maxLength: 60 })), { maxItems: 30 })),
  },
  reply: ok,
})
export const adminPrompts = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/prompts',
  summary: 'Discussion prompts',
  input: { ...page },
  reply: paged(obj({ id: int(), question: text(), active: bool() })),
})
export const savePrompt = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/prompt',
  summary: 'Add or change a discussion prompt',
  input: { id: opt(id()), question: text({ minLength: 1, maxLength: 300 }), active: bool() },
  reply: ok,
})
export const adminTips = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/tips',
  summary: 'Tips',
  input: { ...page },
  reply: paged(obj({ id: int(), text: text(), active: bool() })),
})
export const saveTip = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/tip',
  summary: 'Add or change a tip',
  input: { id: opt(id()), text: text({ minLength: 1, maxLength: 300 }), active: bool() },
  reply: ok,
})
const auditFilters = {
  member_id: opt(id()),
  /** The staff member who acted. */
  admin_id: opt(id()),
  action: opt(text({ maxLength: 60 })),
  /** From this second, and up to but not including this one. */
  from: opt(ts()),
  to: opt(ts()),
}
export const audit = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'Read the audit log, newest first',
  input: { ...page, ...auditFilters },
  reply: obj({
    ...paged(AuditEntry).properties,
    /** Everyone with an entry, for the filter `admin_id`. */
    staff: arr(obj({ id: int(), name: nullable(text()) })),
  }),
})
export const auditFile = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/audit-csv',
  summary: 'The same as a CSV file, with all pages',
  input: auditFilters,
  reply: ok,
  carries: 'file',
})
export const system = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/system',
  summary: 'Read the state of the system: warnings, paused jobs and dead jobs',
  input: {},
  reply: System,
})
export const testEmail = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/test-email',
  summary: 'Send an email to the admin’s own address immediately; the error of the mail server if it fails',
  input: {},
  reply: obj({ sent: bool(), words: text() }),
  rates: [{ per: 'member', limit: 10, seconds: 600 }],
})
export const retryJob = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/job-retry',
  summary: 'Retry a dead or paused job, or all dead ones',
  // null: all dead jobs.
  input: { id: nullable(id()) },
  reply: ok,
})
