import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { ageAt } from '@rosella/contract/member/rules'
import { spokenLabel } from '@rosella/contract/profile/lists'
import { labels } from '@rosella/contract/profile/rules'
import { heightLabel } from '../../format/height'

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

/** On the profile 'both' and 'either' are spelt out (P2 §2). */
const interested = { ...labels.interested, b: 'Male or Female' }
const goals = { ...labels.relationship_goals, e: 'Casual or Serious' }

const worded = (words: Record<string, string>, code: string | null): string =>
  (code !== null && Object.hasOwn(words, code) && words[code]) || ''

/** '~+' and '+~' are both: each sign in its own words. */
const relocation = (codes: string | null): string =>
  ['-', '~', '+']
    .filter((code) => codes?.includes(code))
    .map((code) => worded(labels.relocation, code))
    .join(', ')

/** Those picked from the list first, then in the member's own words. */
const languages = ({ spoken, languages: own }: MemberProfile): string =>
  [spoken.map(spokenLabel).join(', '), own].filter((words) => words.trim() !== '').join('\n')

/** Everything the tables say of a member, in the specification's order. Empty words: no answer. */
export function metricTables(
  member: MemberProfile,
  now: number,
  countryName: (code: string) => string,
): MetricTable[] {
  return [
    {
      title: 'The basics',
      metrics: [
        { label: 'Age', words: member.birthday === null ? '' : String(ageAt(member.birthday, now)) },
        // Everybody has answered it; where it is missing, the member keeps it to themselves.
        ...(member.gender_birth === null
          ? []
          : [{ label: 'Gender at birth', words: worded(labels.gender_birth, member.gender_birth) }]),
        { label: 'Identity', words: worded(labels.gender, member.gender) },
        { label: 'Interested in', words: worded(interested, member.interested) },
        { label: 'Relationship goals', words: worded(goals, member.relationship_goals) },
        { label: 'Height', words: member.height === null ? '' : heightLabel(member.height) },
      ],
    },
    {
      title: 'Day to day',
      metrics: [
        { label: 'Tattoos', words: worded(labels.tatoos, member.tatoos) },
        { label: 'Smoking', words: worded(labels.smoking, member.smoking) },
        { label: 'Drinking', words: worded(labels.drinking, member.drinking) },
        { label: 'Income', words: worded(labels.income, member.income) },
        { label: 'Education', words: worded(labels.education, member.education) },
        { label: 'Marriage status', words: worded(labels.marriage, member.marriage) },
        { label: 'Have kids', words: worded(labels.kids, member.kids) },
        { label: 'Want kids', words: worded(labels.wants_kids, member.wants_kids) },
        { label: 'Willing to relocate', words: relocation(member.relocation) },
      ],
    },
    {
      title: 'Background',
      metrics: [
        {
          label: 'Interests',
          words: member.interests,
          long: true,
          tags: member.tags,
          sharedTags: member.shared_tags,
        },
        { label: 'Occupation', words: member.occupation },
        {
          label: 'Nationality',
          words: member.country_of_birth === null ? '' : countryName(member.country_of_birth),
          country: member.country_of_birth ?? undefined,
        },
        { label: 'Ethnicity', words: member.ethnicity },
        { label: 'Languages', words: languages(member) },
      ],
    },
  ]
}
