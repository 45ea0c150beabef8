import type { FilterKey, Filters } from '@rosella/contract/browse/filters'
import type { SearchSort } from '@rosella/contract/browse/rules'
import { statesOf } from '@rosella/contract/places/countries'
import { cityLabel } from '@rosella/contract/places/rules'
import { spokenLabel, tagLabel } from '@rosella/contract/profile/lists'
import { labels } from '@rosella/contract/profile/rules'

/** Answers that say nothing without their question, as a chip says them. */
const answers = {
  goals: labels.relationship_goals,
  kids: { '-': 'No kids', '+': 'Has kids' },
  wants_kids: { '-': 'Wants no kids', '~': 'May want kids', '+': 'Wants kids' },
  smoking: { ...labels.smoking, '~': 'Smokes occasionally', '+': 'Smokes often' },
  drinking: { '-': 'Never drinks', '~': 'Drinks socially', '+': 'Drinks often' },
  marriage: { ...labels.marriage, '~': 'Previously married' },
  education: { ...labels.education, '2': 'Other education' },
} as const satisfies Partial<Record<FilterKey, Record<string, string>>>

export const activeWords = { 1: 'Active today', 7: 'Active this week', 30: 'Active this month' } as const
export const sortWords: Record<SearchSort, string> = {
  active: 'Last active',
  newest: 'Newest',
  distance: 'Nearest',
}

/** 'Coffee', 'Coffee or Tea', 'Coffee, Tea or 3 others'. */
function anyOf(words: readonly string[]): string {
  if (words.length <= 1) return words[0] ?? ''
  const shown = words.length <= 3 ? words.slice(0, -1) : words.slice(0, 2)
  const last = words.length <= 3 ? words.at(-1) : `${words.length - 2} others`
  return `${shown.join(', ')} or ${last}`
}

const worded = (words: Record<string, string>, codes: readonly string[] = []): string =>
  anyOf(codes.map((code) => words[code] ?? code))

type Wording = { [K in FilterKey]?: (filters: Filters) => string }

const wordings: Wording = {
  age_min: ({ age_min }) => `${age_min} or older`,
  age_max: ({ age_max }) => `${age_max} or younger`,
  distance: ({ distance, place }) => `Within ${distance} km${place ? ` of ${cityLabel(place)}` : ''}`,
  state: ({ state = [], place }) => anyOf(state.map((code) => stateName(code, place?.countryCode))),
  goals: ({ goals }) => worded(answers.goals, goals),
  kids: ({ kids }) => worded(answers.kids, kids),
  wants_kids: ({ wants_kids }) => worded(answers.wants_kids, wants_kids),
  smoking: ({ smoking }) => worded(answers.smoking, smoking),
  drinking: ({ drinking }) => worded(answers.drinking, drinking),
  marriage: ({ marriage }) => worded(answers.marriage, marriage),
  education: ({ education }) => worded(answers.education, education),
  height_min: ({ height_min }) => `${height_min} cm or taller`,
  height_max: ({ height_max }) => `${height_max} cm or shorter`,
  spoken: ({ spoken = [] }) => `Speaks ${anyOf(spoken.map(spokenLabel))}`,
  tags: ({ tags = [] }) => anyOf(tags.map(tagLabel)),
  verified: () => 'Verified photos',
  online: () => 'Online now',
  active_days: ({ active_days }) => activeWords[active_days as keyof typeof activeWords],
  new: () => 'New this week',
  prompts: () => 'Answered a prompt',
  answered_only: () => 'Only people who answered',
}

/** By name where the country is not told: no two countries of ours share a code. */
const stateName = (code: string, country?: string): string =>
  (country ? [country] : ['AU', 'GB']).flatMap(statesOf).find(([each]) => each === code)?.[1] ?? code

/** One filter as a chip says it: 'Non-smoker', 'Within 50 km of Hobart, TAS'. Undefined for what is none. */
export const filterWords = (key: string, filters: Filters): string | undefined =>
  Object.hasOwn(wordings, key) ? wordings[key as FilterKey]?.(filters) : undefined
