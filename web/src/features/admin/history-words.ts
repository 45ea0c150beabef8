import type { AuditEntry } from '@rosella/contract/admin/shapes'
import { dayWords, statusLook } from './case-words'

type Values = Record<string, unknown>
const valuesOf = (json: unknown): Values => (typeof json === 'object' && json !== null ? json : {}) as Values
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const actions: Record<string, string> = {
  'report.take': 'took the case',
  'report.take-over': 'took the case over',
  'report.give-back': 'gave the case back',
  'member.invite': 'invited the member',
  'member.impersonate': 'began to act as the member',
  'photo.approve': 'approved a photo',
  'photo.reject': 'rejected a photo',
}

/** What an admin did, in words that follow their name. */
export function deedWords({ action, before, after }: AuditEntry): string {
  const [was, is] = [valuesOf(before), valuesOf(after)]
  if (action === 'report.decide')
    return `decided case ${is.report_id}: ${text(is.outcome)}${untilWords(is.until_ts)}`
  if (action === 'appeal.decide') {
    return is.upheld === true
      ? `upheld the appeal in case ${is.report_id}`
      : `rejected the appeal in case ${is.report_id}`
  }
  if (action === 'member.change') return changeWords(was, is)
  return actions[action] ?? action
}

/** What they wrote beside it: the text the member reads, the note for colleagues. */
export function deedNotes({ action, before, after }: AuditEntry): string[] {
  const [was, is] = [valuesOf(before), valuesOf(after)]
  if (action === 'member.change') {
    return [
      was.status_reason === is.status_reason ? '' : text(is.status_reason),
      was.notes === is.notes ? '' : text(is.notes),
    ].filter(Boolean)
  }
  return [text(is.member_text), text(is.note) && `Note: ${text(is.note)}`, text(is.reject_reason)].filter(
    Boolean,
  )
}

function changeWords(was: Values, is: Values): string {
  const parts: string[] = []
  if (was.status !== is.status || was.status_until_ts !== is.status_until_ts) {
    const from = statusLook(Number(was.status)).label.toLowerCase()
    parts.push(
      `status ${from} to ${statusLook(Number(is.status)).label.toLowerCase()}${untilWords(is.status_until_ts)}`,
    )
  }
  if (was.premium !== is.premium || was.premium_until_ts !== is.premium_until_ts) {
    parts.push(is.premium === true ? `premium given${untilWords(is.premium_until_ts)}` : 'premium taken')
  }
  if (was.notes !== is.notes) parts.push('notes')
  return parts.length === 0 ? 'saved without a change' : `changed ${parts.join(', ')}`
}

const untilWords = (ts: unknown): string => (typeof ts === 'number' ? ` until ${dayWords(ts)}` : '')
