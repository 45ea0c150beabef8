import { ageAt } from '@rosella/contract/member/rules'
import { questions } from '@rosella/contract/questions/questions'
import { MOST_A_LOT, topics } from '@rosella/contract/questions/rules'
import type { DemoPerson } from './person'
import { type Random, random } from './random'
import type { SearchAnswers } from './search-answers'

export interface DemoQuestionAnswer {
  question_id: number
  choice: number
  /** One bit per choice. */
  accepts: number
  importance: number
  shown: boolean
}

export interface DemoQuestions {
  /** Whether they agreed to the sensitive topics. */
  sensitive: boolean
  answers: DemoQuestionAnswer[]
}

type Facts = DemoPerson & Pick<SearchAnswers, 'drinking' | 'wants_kids'>

/** Choices that follow from what a person's profile says, by question id. */
function knownChoices(person: Facts, now: number): Record<number, number | undefined> {
  const age = ageAt(person.birthday, now)
  const smokes = person.smoking === '+' || person.smoking === '~'
  const wish = { '+': 0, '~': 1, '-': 2 }
  return {
    7: age > 67 ? 3 : undefined,
    27: person.relocation === '-' ? 2 : person.relocation === null ? undefined : 0,
    28: person.relocation?.includes('+') ? 0 : person.relocation === '-' ? 2 : 1,
    29: smokes ? 1 : 2,
    47: person.wants_kids === null ? undefined : wish[person.wants_kids],
    48: person.kids === '+' ? 0 : undefined,
    57: age > 55 ? 2 : undefined,
    67: person.drinking === '-' ? 0 : person.drinking === '~' ? 1 : person.drinking === '+' ? 2 : undefined,
    95: person.relationship_goals === 's' ? 0 : undefined,
    109: person.wants_kids === '-' ? 3 : undefined,
    114: person.marriage === '~' && age > 50 ? 3 : undefined,
  }
}

/** Questions that most people want a partner to answer like them. */
const decisive = new Set([29, 47, 50, 93, 95, 108])

/**
 * Answers that fit the person's profile and each other: where nothing is known, a temperament decides, which is the same
 * for all questions of a topic. They use their own random numbers, so that the rest of the town does not change.
 */
export function questionAnswersOf(person: Facts, number: number, now: number): DemoQuestions {
  const rng = random(`rosella demo questions ${number}`)
  const sensitive = number < 3 || rng.chance(0.3)
  const known = knownChoices(person, now)
  // The first three are the demo's log-ins; they show enough to find matches, and leave some questions open.
  const share = number < 3 ? 0.7 : rng.chance(0.2) ? 0 : rng.between(0.15, 0.85)
  const shows = number < 3 ? 0.9 : rng.between(0.4, 1)
  const temper = new Map(Object.keys(topics).map((topic) => [topic, rng.next()]))
  const tolerance = rng.between(0.35, 0.75)
  let aLot = 0
  const answers = questions.flatMap(({ id, topic, choices }): DemoQuestionAnswer[] => {
    const isAsked = sensitive || !topics[topic].sensitive
    if (!rng.chance(share) || !isAsked) return []
    const last = choices.length - 1
    const choice = known[id] ?? around(rng, temper.get(topic) ?? 0.5, last)
    const likes = (other: number) =>
      other === choice || rng.chance(tolerance / Math.abs(other - choice) ** (decisive.has(id) ? 2 : 0.7))
    const accepts = choices.reduce((bits, _, other) => (likes(other) ? bits | (1 << other) : bits), 0)
    const matters = decisive.has(id) && aLot < MOST_A_LOT
    if (matters) aLot++
    const importance = matters ? 2 : rng.chance(0.25) ? 0 : 1
    return [
      {
        question_id: id,
        choice,
        accepts,
        importance,
        shown: rng.chance(topics[topic].sensitive ? shows / 2 : shows),
      },
    ]
  })
  return { sensitive, answers }
}

/** A choice near the temperament, which runs from the first choice to the last. */
const around = (rng: Random, temper: number, last: number): number =>
  Math.min(last, Math.max(0, Math.round(rng.bell(temper * last, last / 3))))
