import { forEachList } from '@rosella/contract/browse/preferences'
import {
  type ChoiceFilter,
  choiceFilterNames,
  choiceFilters,
  labels,
  type PreferenceList,
  preferenceListNames,
} from '@rosella/contract/profile/fields'
import { sql } from 'kysely'

/** Every field that lists of strangers filter by. `memberFacts` selects them. */
export interface MemberFacts {
  id: number
  gender: string | null
  interested: string | null
  town_id: number | null
  town_hidden: boolean
  birthday: string | null
  created_ts: number
  active_ts: number
  ndp: number
  verified_ts: number | null
  /** One code (a letter) per searchable choice, a blank for no answer. `answerOf` reads one. */
  choices: string
  height: number | null
  /** Codes separated by commas. */
  spoken: string
  tags: string
  /** The preferences; null if the member has none. */
  age_min: number | null
  age_max: number | null
  distance: number | null
  answered_only: boolean | null
  /** The codes that each list of the preferences accepts, separated by commas. `acceptedLists` reads them. */
  accepts: string | null
}

const choiceCodes = choiceFilterNames.map((name) => `coalesce(p.${choiceFilters[name]}, ' ')`)
const acceptedCodes = preferenceListNames.map((name) => `array_to_string(l.${name}, '')`)

/**
 * One row of MemberFacts for every member, plus status, approved photos and pause: `from ${memberFacts} f`. Not a
 * view, so that a new field of the contract needs no migration here.
 */
export const memberFacts = sql.raw(`(
  select m.id, m.status, m.gender, m.interested, m.town_id, m.town_hidden, m.birthday, m.created_ts,
    m.approved_photos, m.ndp, m.paused, m.verified_ts, coalesce(a.last_active_ts, m.created_ts) as active_ts,
    ${choiceCodes.join(' || ')} as choices,
    p.height, array_to_string(p.spoken, ',') as spoken, array_to_string(p.tags, ',') as tags,
    l.age_min, l.age_max, l.distance, l.answered_only,
    ${acceptedCodes.join(" || ',' || ")} as accepts
  from member m
  join profile p on p.member_id = m.id
  left join activity a on a.member_id = m.id
  left join preferences l on l.member_id = m.id)`)

/** The code of one choice, a blank for no answer. */
export const answerOf = ({ choices }: Pick<MemberFacts, 'choices'>, name: ChoiceFilter): string =>
  choices[choiceFilterNames.indexOf(name)] ?? ' '

/** The lists of the preferences by name; undefined if the member has none. */
export function acceptedLists({
  accepts,
}: Pick<MemberFacts, 'accepts'>): Record<PreferenceList, string[]> | undefined {
  const lists = accepts?.split(',')
  return lists && forEachList((name) => [...(lists[preferenceListNames.indexOf(name)] ?? '')])
}

/**
 * Answers as bits, several choices to a 32-bit word. A member has one bit per choice: the bit of the answer, or the
 * bit for no answer. Preferences have the bits of all accepted answers, so the mismatches are `bits & ~accepted`. The
 * last bit of a word is unused, so that a word is never negative.
 */
const CHOICES_PER_WORD = 7
const LAST_BIT = 30
/** The first bits of every word mean no answer, one bit per choice. */
export const NO_ANSWER = 2 ** CHOICES_PER_WORD - 1

interface ChoicePlace {
  word: number
  /** The bit for no answer. */
  none: number
  answers: ReadonlyMap<string, number>
}

function placeChoices(codes: readonly (readonly string[])[]): ChoicePlace[] {
  let [word, count, bit] = [0, 0, CHOICES_PER_WORD]
  return codes.map((choice) => {
    if (count === CHOICES_PER_WORD || bit + choice.length > LAST_BIT + 1)
      [word, count, bit] = [word + 1, 0, CHOICES_PER_WORD]
    const answers = new Map(choice.map((code, n) => [code, 1 << (bit + n)]))
    bit += choice.length
    return { word, none: 1 << count++, answers }
  })
}

const places = placeChoices(choiceFilterNames.map((name) => Object.keys(labels[choiceFilters[name]])))
export const CHOICE_WORDS = Math.max(...places.map(({ word }) => word)) + 1
export const choicePlace = (name: ChoiceFilter): ChoicePlace =>
  places[choiceFilterNames.indexOf(name)] as ChoicePlace

const emptyWords = (): number[] => new Array<number>(CHOICE_WORDS).fill(0)

export function choiceBits(choices: string): number[] {
  const bits = emptyWords()
  for (let n = 0; n < places.length; n++) {
    const { word, none, answers } = places[n] as ChoicePlace
    bits[word] = (bits[word] as number) | (answers.get(choices[n] ?? ' ') ?? none)
  }
  return bits
}

/** The accepted bits for a list of codes per choice. An empty or missing list accepts any answer. */
export function acceptedBits(
  lists: Partial<Record<ChoiceFilter, readonly string[]>>,
  answeredOnly: boolean,
): number[] {
  const bits = emptyWords()
  for (const name of choiceFilterNames) {
    const { word, none, answers } = choicePlace(name)
    const wanted = lists[name] ?? []
    const isAny = wanted.length === 0
    bits[word] = (bits[word] as number) | (isAny || !answeredOnly ? none : 0)
    for (const [code, bit] of answers)
      if (isAny || wanted.includes(code)) bits[word] = (bits[word] as number) | bit
  }
  return bits
}

export const ANYTHING: readonly number[] = acceptedBits({}, false)

/** A day as a comparable number such as 19960501; 0 if it is unknown. */
export const dayNumber = (day: string | null): number =>
  day === null
    ? 0
    : Number(day.slice(0, 4)) * 10_000 + Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10))

export interface Orientation {
  gender: 'f' | 'm'
  interested: 'm' | 'w' | 'b'
}
export const orientations: readonly Orientation[] = (['f', 'm'] as const).flatMap((gender) =>
  (['m', 'w', 'b'] as const).map((interested) => ({ gender, interested })),
)
export const orientationOf = (member: Pick<MemberFacts, 'gender' | 'interested'>): number =>
  orientations.findIndex(
    ({ gender, interested }) => gender === member.gender && interested === member.interested,
  )
