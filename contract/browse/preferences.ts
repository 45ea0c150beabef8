import { type Checked, fine, wrong } from '../client-problems'
import { distances } from '../places/bands'
import {
  type ChoiceField,
  labels,
  type PreferenceList,
  preferenceListNames,
  preferenceLists,
} from '../profile/fields'
import { isChoice } from '../profile/rules'
import { arr, bool, int, obj, oneOf, type Static, text } from '../shapes'

export const AGE = { min: 18, max: 99 }
/** From whom a member takes the first message. */
export const contactRules = ['anyone', 'preferences', 'verified', 'liked'] as const
export type ContactRule = (typeof contactRules)[number]
const isContactRule = (value: unknown): value is ContactRule =>
  (contactRules as readonly unknown[]).includes(value)

/** Something for each of the preferences that list codes of a field (profile/fields.ts). */
export const forEachList = <V>(make: (name: PreferenceList) => V) =>
  Object.fromEntries(preferenceListNames.map((name) => [name, make(name)])) as Record<PreferenceList, V>

/** Whom a member wants to meet. An empty list, 0 km and the ages 18 and 99 mean any. */
export const Preferences = obj({
  age_min: int(),
  age_max: int(),
  distance: int(),
  ...forEachList(() => arr(text())),
  // Whether somebody who has not answered fails the lists.
  answered_only: bool(),
  contact: oneOf(contactRules),
})
export type Preferences = Static<typeof Preferences>

export const noPreferences: Preferences = {
  age_min: AGE.min,
  age_max: AGE.max,
  distance: 0,
  ...forEachList((): string[] => []),
  answered_only: false,
  contact: 'anyone',
}

export const isAge = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= AGE.min && value <= AGE.max
export const isDistance = (value: unknown): value is number =>
  value === 0 || (distances as readonly unknown[]).includes(value)

/** The codes of a choice in the order of its answers, each once; undefined when one is none of them. */
export function codesOf(choice: ChoiceField, value: unknown): string[] | undefined {
  if (!Array.isArray(value) || !value.every((code) => typeof code === 'string' && isChoice(choice, code)))
    return undefined
  return Object.keys(labels[choice]).filter((code) => value.includes(code))
}

const rules: { [K in keyof Preferences]: (value: unknown) => Preferences[K] | undefined } = {
  age_min: (value) => (isAge(value) ? value : undefined),
  age_max: (value) => (isAge(value) ? value : undefined),
  distance: (value) => (isDistance(value) ? value : undefined),
  ...forEachList((name) => (value: unknown) => codesOf(preferenceLists[name], value)),
  answered_only: (value) =>
    value === true || value === 1 ? true : value === false || value === 0 ? false : undefined,
  contact: (value) => (isContactRule(value) ? value : undefined),
}

/** What was sent, on top of what holds; a field that was not sent stays. */
export function preferencesRule(
  held: Preferences,
  sent: { [K in keyof Preferences]?: unknown },
): Checked<Preferences> {
  const preferences: Preferences = { ...held }
  for (const field of Object.keys(rules) as (keyof Preferences)[]) {
    if (sent[field] === undefined) continue
    const value = rules[field](sent[field])
    if (value === undefined) return wrong('preferences.value', { field })
    Object.assign(preferences, { [field]: value })
  }
  return preferences.age_min > preferences.age_max
    ? wrong('preferences.value', { field: 'age_max' })
    : fine(preferences)
}
