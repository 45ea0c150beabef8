import type { LocationValue } from '@rosella/contract/places/shapes'
import { type Checked, problemMessage } from '@rosella/contract/problems'
import { isProfileListField, type ProfileListField, profileListRules } from '@rosella/contract/profile/lists'
import {
  isProfileField,
  locationRule,
  type ProfileField,
  profileFieldNames,
  profileRules,
  promptAnswerRule,
} from '@rosella/contract/profile/rules'
import type { OwnProfile } from '@rosella/contract/profile/shapes'
import { blank, type Prompt } from './prompts'

/** The fields that hold one value, as text: '' is no answer. */
export type FormField = ProfileField | 'interested' | 'relationship_goals'
export interface FormValues extends Record<FormField, string>, Record<ProfileListField, string[]> {
  /** Null while what is typed names no city. */
  location: LocationValue | null
  prompts: Prompt[]
}
/** What is saved on its own, and has a saved state of its own. */
export type FormKey = keyof FormValues

export const formFields: readonly FormField[] = [...profileFieldNames, 'interested', 'relationship_goals']

export const fieldNames: Record<FormField, string> = {
  tagline: 'Tagline',
  about_offer: 'About me',
  wants: 'What I am looking for',
  interests: 'Interests',
  occupation: 'Occupation',
  ethnicity: 'Ethnicity',
  languages: 'Languages',
  country_of_birth: 'Nationality',
  height: 'Height',
  tatoos: 'Tattoos',
  smoking: 'Smoking',
  drinking: 'Drinking',
  marriage: 'Marriage status',
  kids: 'Have kids',
  wants_kids: 'Want kids',
  income: 'Income',
  education: 'Education',
  relocation: 'Willing to relocate',
  interested: 'Interested in',
  relationship_goals: 'Relationship goals',
}

export function valuesOf(own: OwnProfile, prompts: Prompt[]): FormValues {
  const entries = formFields.map((field) => [field, String(own[field] ?? '')])
  return {
    ...(Object.fromEntries(entries) as Record<FormField, string>),
    spoken: own.spoken,
    tags: own.tags,
    location: homeOf(own),
    prompts,
  }
}

function homeOf({ country, city, location }: OwnProfile): LocationValue | null {
  return country && city && location ? { ...location, countryCode: country, city } : null
}

/** What is wrong with a value, in words; undefined when the server will take it. */
export function wrongWith<K extends FormKey>(key: K, value: FormValues[K]): string | undefined {
  const checks = key === 'prompts' ? answersOf(value as Prompt[]) : [checked(key, value)]
  const fault = checks.find((check) => !check.ok)
  return fault && !fault.ok ? problemMessage(fault.code, fault.values) : undefined
}

const answersOf = (prompts: Prompt[]) => prompts.map(({ answer }) => promptAnswerRule(answer))

function checked(key: FormKey, value: unknown): Checked<unknown> {
  if (key === 'location') return value === null ? { ok: false, code: 'signup.city' } : locationRule(value)
  if (isProfileListField(key)) return profileListRules[key](value)
  return isProfileField(key) ? profileRules[key](value) : { ok: true, value }
}

/** The whole form as POST /api/user takes it; the first name is changed in the settings only. */
export function profileInput(own: OwnProfile, { location, prompts: _own, ...fields }: FormValues) {
  return {
    ...fields,
    gender_birth: own.gender_birth,
    gender: own.gender,
    birthday: own.birthday,
    country: location?.countryCode,
    city: location?.city,
    lat: location?.latitude,
    lng: location?.longitude,
  }
}

/** What would make the profile fuller, in the order of the screen. */
const askedFor: readonly FormField[] = [
  ...(['tagline', 'about_offer', 'interests', 'wants', 'height', 'country_of_birth', 'ethnicity'] as const),
  ...([
    'languages',
    'occupation',
    'education',
    'income',
    'smoking',
    'drinking',
    'tatoos',
    'marriage',
  ] as const),
  ...(['kids', 'wants_kids', 'relocation'] as const),
]

export function completeness(values: FormValues): { percent: number; open: string[] } {
  const open = askedFor.filter((field) => values[field].trim() === '').map((field) => fieldNames[field])
  if (values.prompts.every(blank)) open.push('Discuss')
  return { percent: Math.round(100 - (open.length * 100) / (askedFor.length + 1)), open }
}
