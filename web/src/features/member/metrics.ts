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
  words: string
  country?: string
  /** Interests picked from the list, as codes; the profile shows them as chips. */
  tags?: string[]
  /** Those of them that the viewer has too. */
  sharedTags?: string[]
  /** May run over several lines. */
  long?: true
}
type MetricTable = { title: string; metrics: Metric[] }

const titles: Record<ProfileTableName, string> = {
  basics: 'The basics',
  day: 'Day to day',
  background: 'Background',
}

/** A field as its row of the table shows it; undefined where the row is left out. */
function metricOf(field: FieldKey, member: MemberProfile, now: number): Metric | undefined {
  const { label } = fieldRow(field)
  if (field === 'birthday')
    return { label, words: member.birthday === null ? '' : String(ageAt(member.birthday, now)) }
  // Everybody has answered it; where it is missing, the member keeps it to themselves.
  if (field === 'gender_birth' && member.gender_birth === null) return undefined
  const words = fieldText(field, member[field], { spelt: true })
  const beside = besideField(field)
  if (beside === 'tags')
    return { label, words, long: true, tags: member.tags, sharedTags: member.shared_tags }
  // Those picked from the list first, then in the member's own words.
  if (beside) {
    const picked = fieldText(beside, member[beside])
    return { label, words: [picked, words].filter((part) => part.trim() !== '').join('\n') }
  }
  const country = fieldRow(field).kind === 'country' ? (member[field] as string | null) : null
  return { label, words, ...(country === null ? {} : { country }) }
}

/** Everything the tables say of a member, in the specification's order. Empty words: no answer. */
export const metricTables = (member: MemberProfile, now: number): MetricTable[] =>
  (Object.keys(titles) as ProfileTableName[]).map((table) => ({
    title: titles[table],
    metrics: profileTable(table).flatMap((field) => metricOf(field, member, now) ?? []),
  }))
