import type { AuditEntry } from '@rosella/contract/admin/shapes'
import { memberStatus, type Role } from '@rosella/contract/member/status'
import { statusLabels } from '../members/status-labels'
import { dateTime } from '../when'

type Facts = Record<string, unknown>

export interface Change {
  label: string
  before: string
  after: string
}

/** An audit entry as a sentence that continues after the admin's name, with the values before and after. */
export interface AuditLine {
  /** `{member}` and `{case}` are placeholders for links. */
  sentence: string
  report: number | null
  changes: Change[]
}

type ActionText = string | ((before: Facts, after: Facts) => string)

const actions: Record<string, ActionText> = {
  'photo.approve': 'approved a photo of {member}',
  'photo.reject': 'rejected a photo of {member}',
  'photo.undo': 'returned a photo of {member} to the queue',
  'photos.clean-up': (_, { state, orphans }) =>
    state === 'foreign'
      ? 'decided to use this photo storage'
      : `confirmed the deletion of ${orphans} orphaned photos`,
  'photo-bank.remove': ({ source, entries }) => `removed ${entries} known photos of ${source}`,
  'verification.approve': 'verified the photos of {member}',
  'verification.refuse': 'refused to verify the photos of {member}',
  'verification.doubt': 'recommended refusing to verify the photos of {member}',
  'verification.remove': 'removed the Verified badge of {member}',
  'report.take': 'took {case} about {member}',
  'report.take-over': 'took over {case} about {member}',
  'report.give-back': 'gave back {case} about {member}',
  'report.decide': (_, { outcome }) => `closed {case} about {member}: ${outcome}`,
  'appeal.decide': (_, { upheld }) =>
    upheld ? 'upheld the appeal of {member} in {case}' : 'rejected the appeal of {member} in {case}',
  'member.impersonate': 'acted as {member}',
  'member.act': (_, { call }) => `${callActions[String(call)] ?? `used ${call}`} (acting as {member})`,
  'member.invite': 'invited {member}',
  'member.change': changedMember,
  'setting.change': (_, after) =>
    `changed the setting ${fieldLabel(Object.keys(after)[0] ?? '').toLowerCase()}`,
  'prompt.add': 'added a discussion prompt',
  'prompt.change': 'changed a discussion prompt',
  'tip.add': 'added a tip',
  'tip.change': 'changed a tip',
  'reply-template.add': (_, { title }) => `added the reply template “${title}”`,
  'reply-template.change': (_, { title }) => `changed the reply template “${title}”`,
  'job.retry': (_, { kind }) => `retried a job: ${kind}`,
}

/** Actions of an admin who is acting as a member, by API call. */
const callActions: Record<string, string> = {
  'POST /api/user': 'saved the profile',
  'POST /api/profile-auto-save': 'changed the profile',
  'POST /api/update-discussion-prompts': 'changed the discussion prompts',
  'POST /api/photos': 'added a photo',
  'DELETE /api/photo': 'removed a photo',
  'POST /api/change-main-photo': 'chose another main photo',
  'POST /api/activate-profile': 'activated the profile',
  'POST /api/user-action': 'liked, blocked or otherwise acted on another member',
  'POST /api/settings-auto-save': 'changed the settings',
  'POST /api/verify-email': 'requested a confirmation email',
  'POST /api/logout': 'logged out',
}

/** The actions that the audit log can be filtered by, such as 'Photo: approve'. */
export const auditActions = Object.keys(actions)
  .sort()
  .map((value) => {
    const [subject = '', verb = ''] = value.replaceAll('-', ' ').split('.')
    return { value, label: `${subject.charAt(0).toUpperCase()}${subject.slice(1)}: ${verb}` }
  })

const statusChanges: Record<number, string> = {
  [memberStatus.suspended]: 'suspended {member}',
  [memberStatus.banned]: 'banned {member}',
}

const roleNouns: Record<Role, string> = { admin: 'an admin', moderator: 'a moderator' }

function changedMember(before: Facts, after: Facts): string {
  if (before.status !== after.status) {
    const sentence = statusChanges[after.status as number] ?? 'restored {member}'
    return after.batch ? `${sentence}, with others` : sentence
  }
  if (before.premium !== after.premium) {
    return after.premium ? 'gave {member} Premium' : 'ended the Premium of {member}'
  }
  if ((before.role ?? null) !== (after.role ?? null)) {
    return after.role ? `made {member} ${roleNouns[after.role as Role]}` : 'removed the role of {member}'
  }
  return isSame(before.notes, after.notes) ? 'changed {member}' : 'changed the notes about {member}'
}

type Entry = Pick<AuditEntry, 'action' | 'before' | 'after'> &
  Partial<Pick<AuditEntry, 'assignee_before' | 'assignee_after'>>

export function describeEntry({ action, before, after, assignee_before, assignee_after }: Entry): AuditLine {
  const was = named(facts(before), assignee_before)
  const is = named(facts(after), assignee_after)
  const text = actions[action] ?? `${action} {member}`
  const report = is.report_id ?? was.report_id
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return {
    sentence: typeof text === 'string' ? text : text(was, is),
    report: typeof report === 'number' ? report : null,
    changes: keys
      .filter((key) => !names.has(key) && !isSame(was[key] ?? '', is[key] ?? ''))
      .map((key) => {
        // 'blocked_ts of member 9' is formatted as a time too.
        const [field = '', whose] = key.split(/ (?=of )/)
        return {
          label: whose ? `${fieldLabel(field)} ${whose}` : fieldLabel(key),
          before: formatValue(field, was[key]),
          after: formatValue(field, is[key]),
        }
      }),
  }
}

/** Keys that identify the subject and are no changes. */
const names = new Set(['photo', 'report_id', 'id', 'kind', 'call', 'batch'])

const labels: Record<string, string> = {
  approved: 'Decision',
  words: 'Text',
  active: 'Shown to members',
  assignee_id: 'Taken by',
  member_text: 'To the member',
  until_ts: 'Until',
  status_until_ts: 'Status until',
  premium_until_ts: 'Premium until',
  status_report_id: 'Status by case',
  upheld: 'Appeal upheld',
  blocked_ts: 'Block',
  favorited_ts: 'Favourite',
  ndp: 'Answered prompts',
  goes_to: 'Goes into',
  reason_key: 'Reason',
}

/** 'photos_min' reads 'Photos min'. */
function fieldLabel(key: string): string {
  const label = labels[key] ?? key.replaceAll('_', ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function formatValue(key: string, value: unknown): string {
  if (key === 'approved') return value === null ? 'waiting' : value ? 'approved' : 'rejected'
  if (value === null || value === undefined || value === '') return 'nothing'
  if (key === 'status') return statusLabels[value as number] ?? String(value)
  if (key.endsWith('_ts')) return dateTime(value as number)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Erased accounts are shown by number. */
const named = (facts: Facts, assignee: string | null = null): Facts =>
  facts.assignee_id == null ? facts : { ...facts, assignee_id: assignee ?? `member ${facts.assignee_id}` }

const facts = (value: unknown): Facts => (typeof value === 'object' && value !== null ? (value as Facts) : {})
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
