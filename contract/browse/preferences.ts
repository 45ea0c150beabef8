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
/** The people who may send a member the first message. */
export const contactRules = ['anyone', 'preferences', 'verified', 'liked'] as const
export type ContactRule = (typeof contactRules)[number]
const isContactRule = (value: unknown): value is ContactRule =>
  (contactRules as readonly unknown[]).includes(value)

/** Builds a record with an entry for each preference that is a list of codes (profile/fields.ts). */
export const forEachList = <V>(make: (name: PreferenceList) => V) =>
  Object.fromEntries(preferenceListNames.map((name) => [name, make(name)])) as Record<PreferenceList, V>

/** A member's preferences. An empty list, 0 km and the ages 18 and 99 mean any. */
export const Preferences = obj({
  age_min: int(),
  age_max: int(),
  distance: int(),
  ...forEachList(() => arr(text())),
  // Whether the lists exclude people who have not answered.
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

/** The codes without duplicates, in the order of the choice's answers; undefined if one is invalid. */
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

/** Merges the sent fields into the current preferences. Omitted fields stay as they are. */
export function preferencesRule(
  current: Preferences,
  sent: { [K in keyof Preferences]?: unknown },
): Checked<Preferences> {
  const preferences: Preferences = { ...current }
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
