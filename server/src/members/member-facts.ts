import {
  type ChoiceField,
  labels,
  preferenceListNames,
  preferenceLists,
} from '@rosella/contract/profile/fields'

/** A row of the view member_facts: everything that lists of strangers decide by. */
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
  /** A letter for each of choiceOrder, a blank for no answer. */
  choices: string
  height: number | null
  /** Codes, separated by commas. */
  spoken: string
  tags: string
  /** The preferences; null where the member has none. */
  age_min: number | null
  age_max: number | null
  distance: number | null
  answered_only: boolean | null
  /** The letters that the preferences' lists accept, separated by commas. */
  accepts: string | null
}

/** The choices that can be searched by, as the view has them: those of the preferences first. */
const choiceOrder = [
  ...preferenceListNames.map((name) => preferenceLists[name]),
  'marriage',
  'education',
] as const satisfies readonly ChoiceField[]

const LETTERS = choiceOrder.map((field) => Object.keys(labels[field]))

/**
 * Four bits a choice: the first for no answer, the others for its letters. A member has one of each four; who accepts
 * them has all that they may be. So what does not fit is `traits & ~accepted`, whatever the number of questions.
 */
export function traitBits(choices: string): number {
  let bits = 0
  for (let n = 0; n < LETTERS.length; n++) {
    bits |= 1 << (4 * n + 1 + (LETTERS[n] as string[]).indexOf(choices[n] ?? ' '))
  }
  return bits
}

export const NO_ANSWER = 0x1111111
export const ANYTHING = 0xfffffff

/** What a list of letters for each choice accepts; an empty or missing one, anything. */
export function acceptedBits(
  lists: readonly (readonly string[] | undefined)[],
  answeredOnly: boolean,
): number {
  let bits = 0
  for (let n = 0; n < LETTERS.length; n++) {
    const wanted = lists[n] ?? []
    let four = wanted.length === 0 ? 15 : answeredOnly ? 0 : 1
    for (const letter of wanted) four |= 2 << (LETTERS[n] as string[]).indexOf(letter)
    bits |= four << (4 * n)
  }
  return bits
}

/** A day as a number that can be compared: 19960501; 0 where it is unknown. */
export const dayNumber = (day: string | null): number =>
  day === null
    ? 0
    : Number(day.slice(0, 4)) * 10_000 + Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10))

export interface Kind {
  gender: 'f' | 'm'
  interested: 'm' | 'w' | 'b'
}
export const kinds: readonly Kind[] = (['f', 'm'] as const).flatMap((gender) =>
  (['m', 'w', 'b'] as const).map((interested) => ({ gender, interested })),
)
export const kindOf = (member: Pick<MemberFacts, 'gender' | 'interested'>): number =>
  kinds.findIndex((kind) => kind.gender === member.gender && kind.interested === member.interested)
