import { INACTIVE_PROMPT_ORDER } from '@rosella/contract/profile/rules'
import type { PromptAnswer } from '@rosella/contract/profile/shapes'

/** A prompt on the screen; `question_id` is null until a question is chosen. */
export interface Prompt {
  /** Identifies the prompt when it moves and after a reload. */
  key: string
  question_id: number | null
  answer: string
}

/** The answers to prompts that are not shown now, in case they are chosen again. */
type OldAnswers = ReadonlyMap<number, string>

export const newPrompt = (question_id: number | null = null, answer = ''): Prompt => ({
  key: `prompt-${Math.random().toString(36).slice(2)}`,
  question_id,
  answer,
})

export const blank = ({ question_id, answer }: Prompt): boolean =>
  question_id === null || answer.trim() === ''

/** The member's active answers, in order, to questions that still exist. */
export function promptsOf(answers: readonly PromptAnswer[], asked: ReadonlySet<number>): Prompt[] {
  return answers
    .filter(({ active, question_id }) => active && asked.has(question_id))
    .sort((a, b) => a.order_n - b.order_n)
    .map(({ question_id, answer }) => newPrompt(question_id, answer))
}

/** Replaces the question of a prompt and restores its old answer. */
export const replaced = (
  prompts: Prompt[],
  key: string,
  question_id: number,
  oldAnswers: OldAnswers,
): Prompt[] =>
  prompts.map((prompt) =>
    prompt.key === key ? { key, question_id, answer: oldAnswers.get(question_id) ?? '' } : prompt,
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

/** Numbers the prompts from 0. A prompt without an answer becomes inactive, which also deletes its stored answer. */
export function saved(prompts: Prompt[]): PromptAnswer[] {
  let next = 0
  return prompts.flatMap((prompt) => {
    if (prompt.question_id === null) return []
    const active = !blank(prompt)
    const order_n = active ? next++ : INACTIVE_PROMPT_ORDER
    return [{ question_id: prompt.question_id, answer: prompt.answer, active, order_n }]
  })
}
