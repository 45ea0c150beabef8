import { ageAt } from '@rosella/contract/member/rules'
import {
  besideField,
  type FieldKey,
  fieldKeys,
  fieldRow,
  profileTable,
} from '@rosella/contract/profile/fields'
import { fieldText } from '../../../format/field-text'

/** What a sealed profile and a member's own have in common; the latter comes as JSON of any kind. */
type Profile = Partial<Record<string, unknown>>
type Fact = readonly [label: string, words: string]

const shown = (['basics', 'day', 'background'] as const).flatMap(profileTable)
const isLong = (field: FieldKey): boolean => {
  const row = fieldRow(field)
  return row.kind === 'text' && row.lines !== undefined
}

function factOf(field: FieldKey, profile: Profile): Fact {
  const beside = besideField(field)
  const words = [beside, isLong(field) ? undefined : field].flatMap((key) =>
    key ? fieldText(key, profile[key]) || [] : [],
  )
  return [fieldRow(field).label, words.join(', ')]
}

/** Everything short that a profile says, for moderators. Empty words: no answer. */
export function profileFacts(profile: Profile, now: number): Fact[] {
  const birthday = fieldText('birthday', profile.birthday)
  const country = typeof profile.country === 'string' ? fieldText('country_of_birth', profile.country) : ''
  return [
    ['Born', birthday === '' ? '' : `${birthday}, ${ageAt(birthday, now)} years old`],
    ['Lives in', [fieldText('city', profile.city), country].filter(Boolean).join(', ')],
    ...shown.filter((field) => field !== 'birthday').map((field) => factOf(field, profile)),
  ]
}

/** What the member wrote, as far as there is anything. */
export const profileTexts = (profile: Profile): Fact[] =>
  fieldKeys
    .filter((field) => isLong(field) || field === 'tagline')
    .map((field): Fact => [fieldRow(field).label, fieldText(field, profile[field])])
    .filter(([, words]) => words !== '')
