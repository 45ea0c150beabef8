import { type Checked, clientMessage } from '@rosella/contract/client-problems'
import type { LocationValue } from '@rosella/contract/places/shapes'
import {
  type EditableField,
  editableFields,
  fieldRow,
  formLabel,
  isProfileField,
  isProfileListField,
  type ProfileListField,
  profileFieldNames,
  profileListFieldNames,
} from '@rosella/contract/profile/fields'
import { profileListRules } from '@rosella/contract/profile/lists'
import { locationRule, profileRules, promptAnswerRule } from '@rosella/contract/profile/rules'
import type { OwnProfile } from '@rosella/contract/profile/shapes'
import { blank, type Prompt } from './prompts'

/** The fields with a single value, as text; '' means no answer. */
export type FormField = Exclude<EditableField, ProfileListField>
export interface FormValues extends Record<FormField, string>, Record<ProfileListField, string[]> {
  /** Null while the typed text names no city. */
  location: LocationValue | null
  prompts: Prompt[]
}
/** Each key is saved on its own and has its own save state. */
export type FormKey = keyof FormValues

export const formFields = editableFields.filter(
  (field): field is FormField => fieldRow(field).kind !== 'list',
)

export function valuesOf(own: OwnProfile, prompts: Prompt[]): FormValues {
  const entries = formFields.map((field) => [field, String(own[field] ?? '')])
  return {
    ...(Object.fromEntries(entries) as Record<FormField, string>),
    ...(Object.fromEntries(profileListFieldNames.map((field) => [field, own[field]])) as Record<
      ProfileListField,
      string[]
    >),
    location: homeOf(own),
    prompts,
  }
}

function homeOf({ country, city, location }: OwnProfile): LocationValue | null {
  return country && city && location ? { ...location, countryCode: country, city } : null
}

/** The error message for an invalid value; undefined if the server will accept it. */
export function findProblem<K extends FormKey>(key: K, value: FormValues[K]): string | undefined {
  const checks = key === 'prompts' ? answersOf(value as Prompt[]) : [checked(key, value)]
  const fault = checks.find((check) => !check.ok)
  return fault && !fault.ok ? clientMessage(fault.code, fault.values) : undefined
}

const answersOf = (prompts: Prompt[]) => prompts.map(({ answer }) => promptAnswerRule(answer))

function checked(key: FormKey, value: unknown): Checked<unknown> {
  if (key === 'location') return value === null ? { ok: false, code: 'signup.city' } : locationRule(value)
  if (isProfileListField(key)) return profileListRules[key](value)
  return isProfileField(key) ? profileRules[key](value) : { ok: true, value }
}

/** Whether the server stores both as the same value. */
export function isSame<K extends FormKey>(key: K, one: FormValues[K], other: FormValues[K]): boolean {
  const [first, second] = [one, other].map((value) => {
    if (key === 'prompts') return shownPrompts(value as Prompt[])
    const check = checked(key, value)
    return check.ok ? check.value : value
  })
  return JSON.stringify(first) === JSON.stringify(second)
}

/** The prompts that others see, in order. */
export const shownPrompts = (prompts: Prompt[]) =>
  prompts.flatMap((prompt) =>
    prompt.question_id === null || blank(prompt)
      ? []
      : [{ question_id: prompt.question_id, answer: prompt.answer.trimEnd() }],
  )

/** The changed values and the ones that they replace, as input of POST /api/user. */
export function changesInput(changed: Partial<FormValues>, base: FormValues) {
  const replaced = Object.fromEntries(
    (Object.keys(changed) as FormKey[]).map((key) => [key, base[key]]),
  ) as Partial<FormValues>
  return { ...wireFields(changed), based_on: wireFields(replaced) }
}

const wireFields = ({ location, prompts: _own, ...fields }: Partial<FormValues>) => ({
  ...fields,
  ...(location === undefined ? {} : { country: location?.countryCode ?? null, city: location?.city ?? null }),
})

/** How complete the profile is, and the open fields in the order of the screen. */
export function completeness(values: FormValues): { percent: number; open: string[] } {
  const open = profileFieldNames.filter((field) => values[field].trim() === '').map(formLabel)
  if (values.prompts.every(blank)) open.push('Discuss')
  return { percent: Math.round(100 - (open.length * 100) / (profileFieldNames.length + 1)), open }
}
