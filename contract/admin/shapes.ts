import { arr, bool, int, json, nullable, obj, opt, type TSchema, text, ts } from '../shapes'

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

export const AdminReport = obj({
  id: int(),
  reporter_id: int(),
  member_id: int(),
  reason: text(),
  info: text(),
  severity: int(),
  state: text(),
  outcome: nullable(text()),
  assignee_id: nullable(int()),
  note: text(),
  created_ts: ts(),
  closed_ts: nullable(ts()),
  snapshot: opt(json()),
})

export const AdminMember = obj({
  id: int(),
  url_hash: text(),
  username: nullable(text()),
  email: text(),
  email_confirmed: bool(),
  status: int(),
  status_reason: nullable(text()),
  status_until_ts: nullable(ts()),
  premium: bool(),
  premium_until_ts: nullable(ts()),
  admin: bool(),
  city: nullable(text()),
  photo: nullable(text()),
  approved_photos: int(),
  created_ts: ts(),
  last_active_ts: nullable(ts()),
  notes: opt(text()),
})

export const AuditEntry = obj({
  id: int(),
  ts: ts(),
  admin_id: int(),
  action: text(),
  member_id: nullable(int()),
  before: json(),
  after: json(),
})
