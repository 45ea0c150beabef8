import type { Preferences } from '@rosella/contract/browse/preferences'
import { ageAt } from '@rosella/contract/member/rules'
import { spokenCodes, spokenLabel, tagCodes, tagLabel } from '@rosella/contract/profile/lists'
import type { DemoPerson } from './person'
import { type Random, random } from './random'

export interface SearchAnswers {
  drinking: '-' | '~' | '+' | null
  wants_kids: '-' | '~' | '+' | null
  spoken: string[]
  tags: string[]
  /** Null for members without preferences. */
  preferences: Partial<Preferences> | null
  town_hidden: boolean
}

/** Common words for a tag, where they differ from the list. */
const words: Record<string, string> = {
  wineries: 'wine',
  'dog walks': 'dogs',
  'walking the dog': 'dogs',
  'my cat': 'cats',
  'ocean swimming': 'wild-swimming',
  markets: 'farmers-markets',
  trivia: 'trivia-nights',
  guitar: 'playing-guitar',
  vinyl: 'vinyl-records',
  dumplings: 'asian-cooking',
  barbecue: 'barbecues',
  travelling: 'backpacking',
  'learning languages': 'languages',
  woodworking: 'woodworking',
  houseplants: 'house-plants',
  motorbikes: 'motorbikes',
  homebrew: 'home-brewing',
  footy: 'afl',
  horses: 'horse-riding',
  climbing: 'rock-climbing',
}
const spellings = [
  ...Object.entries(words),
  ...tagCodes.map((code): [string, string] => [tagLabel(code).toLowerCase(), code]),
]
const common = [
  'coffee',
  'beach-days',
  'live-music',
  'cooking',
  'reading',
  'road-trips',
  'film',
  'family-time',
  'podcasts',
]

/**
 * A person's answers for search, derived from their profile. They use their own random numbers, so that the rest of
 * the town is the same with and without them.
 */
export function searchAnswersOf(person: DemoPerson, number: number, now: number): SearchAnswers {
  const rng = random(`rosella demo answers ${number}`)
  const text = person.interests.toLowerCase()
  const named = spellings.filter(([word]) => text.includes(word)).map(([, code]) => code)
  const tags = new Set([...named, rng.pick(common), rng.pick(common), rng.pick(common)])
  const said = person.languages.toLowerCase()
  const spoken = spokenCodes.filter((code) => said.includes(spokenLabel(code).toLowerCase()))
  const roll = rng.next()
  return {
    drinking: rng.chance(0.06) ? null : roll < 0.2 ? '-' : roll < 0.88 ? '~' : '+',
    wants_kids: rng.chance(0.12) ? null : wishOf(rng, person, now),
    spoken: spoken.slice(0, 5),
    tags: tagCodes.filter((code) => tags.has(code)).slice(0, 10),
    preferences: preferencesOf(rng, person, number, now),
    town_hidden: number > 2 && rng.chance(0.06),
  }
}

function wishOf(rng: Random, person: DemoPerson, now: number): '-' | '~' | '+' {
  const age = ageAt(person.birthday, now)
  if (age > 48) return rng.chance(0.9) ? '-' : '~'
  return rng.pick(person.kids === '+' ? (['-', '~', '-'] as const) : (['+', '+', '~', '-'] as const))
}

/** The first person, who is the demo member, has preferences; so has about one in three of the others. */
function preferencesOf(
  rng: Random,
  person: DemoPerson,
  number: number,
  now: number,
): Partial<Preferences> | null {
  const age = ageAt(person.birthday, now)
  const around = (years: number) => ({
    age_min: Math.max(18, age - years),
    age_max: Math.min(99, age + years),
  })
  if (number === 0) return { ...around(6), smoking: ['-', '~'] }
  if (!rng.chance(0.34)) return null
  return {
    ...around(rng.int(9, 16)),
    ...(rng.chance(0.3) ? { smoking: ['-', '~'] } : {}),
    ...(rng.chance(0.2) ? { distance: 500 } : {}),
    ...(person.relationship_goals === 's' && rng.chance(0.4) ? { goals: ['s', 'e'] } : {}),
  }
}
