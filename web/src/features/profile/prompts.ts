import { INACTIVE_PROMPT_ORDER } from '@rosella/contract/profile/rules'
import type { PromptAnswer } from '@rosella/contract/profile/shapes'

/** A prompt on the screen, in the order it will be shown; without a question while one is being chosen. */
export interface Prompt {
  /** Stays with the prompt wherever it moves, also over a reload. */
  key: string
  question_id: number | null
  answer: string
}

/** What was answered to prompts that are not shown now, for the day they are chosen again. */
type KeptAnswers = ReadonlyMap<number, string>

export const newPrompt = (question_id: number | null = null, answer = ''): Prompt => ({
  key: `prompt-${Math.random().toString(36).slice(2)}`,
  question_id,
  answer,
})

export const blank = ({ question_id, answer }: Prompt): boolean =>
  question_id === null || answer.trim() === ''

/** The active ones, in order, of those that are still asked. */
export function promptsOf(answers: readonly PromptAnswer[], asked: ReadonlySet<number>): Prompt[] {
  return answers
    .filter(({ active, question_id }) => active && asked.has(question_id))
    .sort((a, b) => a.order_n - b.order_n)
    .map(({ question_id, answer }) => newPrompt(question_id, answer))
}

/** Another question in the same place: its own old answer comes back. */
export const replaced = (prompts: Prompt[], key: string, question_id: number, kept: KeptAnswers): Prompt[] =>
  prompts.map((prompt) =>
    prompt.key === key ? { key, question_id, answer: kept.get(question_id) ?? '' } : prompt,
  )

export const answered = (prompts: Prompt[], key: string, answer: string): Prompt[] =>
  prompts.map((prompt) => (prompt.key === key ? { ...prompt, answer } : prompt))

export const removed = (prompts: Prompt[], key: string): Prompt[] =>
  prompts.filter((prompt) => prompt.key !== key)

export function moved(prompts: Prompt[], key: string, by: 1 | -1): Prompt[] {
  const from = prompts.findIndex((prompt) => prompt.key === key)
  const to = from + by
  const prompt = prompts[from]
  if (!prompt || to < 0 || to >= prompts.length) return prompts
  return prompts.toSpliced(from, 1).toSpliced(to, 0, prompt)
}

/** As they are saved: numbered from 0; one without an answer is inactive, which also forgets an answer deleted. */
export function saved(prompts: Prompt[]): PromptAnswer[] {
  let next = 0
  return prompts.flatMap((prompt) => {
    if (prompt.question_id === null) return []
    const active = !blank(prompt)
    const order_n = active ? next++ : INACTIVE_PROMPT_ORDER
    return [{ question_id: prompt.question_id, answer: prompt.answer, active, order_n }]
  })
}
