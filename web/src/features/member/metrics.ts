import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { ageAt } from '@rosella/contract/member/rules'
import {
  besideField,
  type FieldKey,
  fieldRow,
  type ProfileTableName,
  profileTable,
} from '@rosella/contract/profile/fields'
import { fieldText } from '../../format/field-text'

export type Metric = {
  label: string
  text: string
  country?: string
  /** The codes of interests picked from the list, shown as chips. */
  tags?: string[]
  /** The tags that the viewer has too. */
  sharedTags?: string[]
  /** Can take several lines. */
  long?: true
}
type MetricTable = { title: string; metrics: Metric[] }

const titles: Record<ProfileTableName, string> = {
  basics: 'The basics',
  day: 'Day to day',
  background: 'Background',
}

/** The table row of a field; undefined if it has none. */
function metricOf(field: FieldKey, member: MemberProfile, now: number): Metric | undefined {
  const { label } = fieldRow(field)
  if (field === 'birthday')
    return { label, text: member.birthday === null ? '' : String(ageAt(member.birthday, now)) }
  // Every member has answered it, so null means that they hide it.
  if (field === 'gender_birth' && member.gender_birth === null) return undefined
  const text = fieldText(field, member[field], { spelt: true })
  const beside = besideField(field)
  if (beside === 'tags') return { label, text, long: true, tags: member.tags, sharedTags: member.shared_tags }
  // Entries picked from the list come before the member's own text.
  if (beside) {
    const picked = fieldText(beside, member[beside])
    return { label, text: [picked, text].filter((part) => part.trim() !== '').join('\n') }
  }
  const country = fieldRow(field).kind === 'country' ? (member[field] as string | null) : null
  return { label, text, ...(country === null ? {} : { country }) }
}

/** The tables of a member, in the order of the specification. An empty text means no answer. */
export const metricTables = (member: MemberProfile, now: number): MetricTable[] =>
  (Object.keys(titles) as ProfileTableName[]).map((table) => ({
    title: titles[table],
    metrics: profileTable(table).flatMap((field) => metricOf(field, member, now) ?? []),
  }))

/** On a phone, rows without an answer would push the others off the screen. */
export const answeredOnly = (tables: readonly MetricTable[]): MetricTable[] =>
  tables
    .map(({ title, metrics }) => ({
      title,
      metrics: metrics.filter(({ text, tags = [] }) => text.trim() !== '' || tags.length > 0),
    }))
    .filter(({ metrics }) => metrics.length > 0)
