import { emailInput } from '../access/endpoints'
import { SessionRecord } from '../access/shapes'
import { endpoint } from '../endpoint'
import { arr, bool, id, int, json, nullable, obj, ok, oneOf, opt, text, ts } from '../shapes'
import { AdminMember, AdminPhoto, AdminReport, AuditEntry, paged } from './shapes'

const page = { p: opt(int({ minimum: 1 })) }
const admin = { door: 'admin' } as const

export const overview = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/overview',
  summary: 'Counts, queues and 30 days of activity',
  input: {},
  reply: obj({
    queues: obj({ photos: int(), reports: int() }),
    members: obj({ total: int(), active: int(), premium: int() }),
    days: arr(obj({ day: text(), signups: int(), messages: int(), reports: int() })),
  }),
})
export const adminPhotos = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/photos',
  summary: 'Photos by state, the oldest waiting first',
  input: { ...page, state: opt(oneOf(['awaiting', 'approved', 'rejected'])) },
  reply: paged(AdminPhoto),
})
export const decidePhoto = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/photo-decision',
  summary: 'Approve or reject a photo',
  input: {
    photo: text({ maxLength: 80 }),
    approved: bool(),
    reject_reason: opt(nullable(text({ maxLength: 300 }))),
  },
  reply: ok,
})
export const adminReports = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'Reports, the gravest first',
  input: { ...page, state: opt(oneOf(['open', 'closed'])) },
  reply: paged(AdminReport),
})
export const decideReport = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/report-decision',
  summary: 'Close a report with an outcome',
  input: {
    report_id: id(),
    outcome: oneOf(['dismissed', 'warned', 'suspended', 'banned']),
    note: opt(text({ maxLength: 2000 })),
    until_ts: opt(nullable(ts())),
  },
  reply: ok,
})
export const adminMembers = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/members',
  summary: 'Search members by name, address, id or city',
  input: { ...page, q: opt(text({ maxLength: 254 })), status: opt(int({ minimum: 1, maximum: 5 })) },
  reply: paged(AdminMember),
})
export const adminMember = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/member',
  summary: 'One member with photos and history',
  input: { id: id() },
  reply: obj({ member: AdminMember, photos: arr(AdminPhoto), history: arr(AuditEntry) }),
})
export const changeMember = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/member',
  summary: 'Change status, premium or notes',
  input: {
    id: id(),
    premium: opt(bool()),
    premium_until_ts: opt(nullable(ts())),
    status: opt(int({ minimum: 1, maximum: 5 })),
    reason: opt(text({ maxLength: 500 })),
    until_ts: opt(nullable(ts())),
    notes: opt(text({ maxLength: 5000 })),
  },
  reply: ok,
})
export const invite = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/invite',
  summary: 'Create an unfinished account and mail its access link',
  input: { invite_email: emailInput() },
  reply: ok,
})
export const impersonate = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/impersonate',
  summary: 'A one-hour session as a member',
  input: { id: id() },
  reply: SessionRecord,
})
export const adminSettings = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'Server settings',
  input: {},
  reply: paged(obj({ key: text(), value: json() })),
})
export const changeSetting = endpoint({
  ...admin,
  method: 'POST',
  path: '/api/admin/settings',
  summary: 'Change a server setting, in every process at once',
  input: { key: text({ maxLength: 60 }), value: json() },
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
export const audit = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'What admins did, newest first',
  input: { ...page },
  reply: paged(AuditEntry),
})
