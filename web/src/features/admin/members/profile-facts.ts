import { ageAt } from '@rosella/contract/member/rules'
import {
  besideField,
  type FieldKey,
  fieldKeys,
  fieldRow,
  profileTable,
} from '@rosella/contract/profile/fields'
import { fieldText } from '../../../format/field-text'

/** The fields that sealed and current profiles share. Current profiles arrive as untyped JSON. */
type Profile = Partial<Record<string, unknown>>
type Fact = readonly [label: string, text: string]

const shown = (['basics', 'day', 'background'] as const).flatMap(profileTable)
const isLong = (field: FieldKey): boolean => {
  const row = fieldRow(field)
  return row.kind === 'text' && row.lines !== undefined
}

function factOf(field: FieldKey, profile: Profile): Fact {
  const beside = besideField(field)
  const texts = [beside, isLong(field) ? undefined : field].flatMap((key) =>
    key ? fieldText(key, profile[key]) || [] : [],
  )
  return [fieldRow(field).label, texts.join(', ')]
}

/** The short fields of a profile, for moderators. An empty text means that there is no answer. */
export function profileFacts(profile: Profile, now: number): Fact[] {
  const birthday = fieldText('birthday', profile.birthday)
  const country = typeof profile.country === 'string' ? fieldText('country_of_birth', profile.country) : ''
  return [
    ['Born', birthday === '' ? '' : `${birthday}, ${ageAt(birthday, now)} years old`],
    ['Lives in', [fieldText('city', profile.city), country].filter(Boolean).join(', ')],
    ...shown.filter((field) => field !== 'birthday').map((field) => factOf(field, profile)),
  ]
}

/** The longer texts, if the member wrote any. */
export const profileTexts = (profile: Profile): Fact[] =>
  fieldKeys
    .filter((field) => isLong(field) || field === 'tagline')
    .map((field): Fact => [fieldRow(field).label, fieldText(field, profile[field])])
    .filter(([, text]) => text !== '')
