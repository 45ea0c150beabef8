import { questions } from '@rosella/contract/questions/questions'
import { MOST_A_LOT } from '@rosella/contract/questions/rules'
import type { PublishedAnswer } from '@rosella/server/search-index/answers'

/** A number in [0, 1); the same seed gives the same numbers (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Invented members who answer questions: some choices are more popular than others, members differ in how much they
 * accept, and each finds some questions important. For the attackers and the benchmark.
 */
export function questionTown(next: () => number) {
  const whole = (sides: number) => Math.floor(next() * sides)
  const popularity = questions.map(({ choices }) => {
    const shares = choices.map(() => -Math.log(1 - next()))
    const sum = shares.reduce((total, share) => total + share)
    return shares.map((share) => share / sum)
  })
  const popular = (at: number): number => {
    let left = next()
    const shares = popularity[at] as number[]
    const choice = shares.findIndex((share) => {
      left -= share
      return left < 0
    })
    return choice < 0 ? shares.length - 1 : choice
  }

  /** Answers all questions honestly, and accepts other answers than their own more or less often. */
  function honest(): PublishedAnswer[] {
    const tolerance = 0.15 + 0.5 * next()
    let aLot = 0
    return questions.map(({ id: question_id, choices }, at) => {
      const choice = popular(at)
      const accepts = choices.reduce(
        (bits, _, other) => (other === choice || next() < tolerance ? bits | (1 << other) : bits),
        0,
      )
      const roll = next()
      const wants = roll < 0.3 ? 0 : roll < 0.85 ? 1 : 2
      const importance = wants === 2 && aLot >= MOST_A_LOT ? 1 : wants
      if (importance === 2) aLot++
      return { question_id, choice, accepts, importance }
    })
  }

  /** Any answer, and any set of accepted answers. */
  const random = (): PublishedAnswer[] =>
    questions.map(({ id: question_id, choices }) => ({
      question_id,
      choice: whole(choices.length),
      accepts: 1 + whole(2 ** choices.length - 1),
      importance: whole(3),
    }))

  /** Any answer, and everything accepted. */
  const randomThatAcceptsAll = (): PublishedAnswer[] =>
    random().map((answer) => ({ ...answer, accepts: allOf(answer) }))

  const some = <T>(items: readonly T[], count: number): T[] => {
    const left = [...items]
    return Array.from({ length: count }, () => left.splice(whole(left.length), 1)[0] as T)
  }

  return { honest, random, randomThatAcceptsAll, some, whole, popularity }
}

const choicesOf = new Map(questions.map(({ id, choices }) => [id, choices.length]))
/** Every choice of the question of this answer. */
export const allOf = ({ question_id }: Pick<PublishedAnswer, 'question_id'>): number =>
  2 ** (choicesOf.get(question_id) ?? 0) - 1
