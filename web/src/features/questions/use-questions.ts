import { type Topic, topics } from '@rosella/contract/questions/rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Input, type Reply } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { useSession } from '../../platform/session/session'
import { onDevice } from '../../platform/storage'

export type Questions = Reply<'GET /api/questions'>
export type Question = Questions['items'][number]
export type Answer = Omit<Input<'POST /api/answer'>, 'question_id' | 'email'>

const queryKey = queryKeys.questions

export const useQuestions = () =>
  useQuery({ queryKey, queryFn: ({ signal }) => call('GET /api/questions', {}, { signal }) })

/** The list with one answer replaced, as a refetch would return it. */
function withAnswer(
  list: Questions,
  id: number,
  answer: Question['answer'],
  limits: Partial<Questions>,
): Questions {
  const before = list.items.find((item) => item.id === id)
  const gained = Number(answer !== null) - Number(before?.answer !== null)
  return {
    ...list,
    ...limits,
    items: list.items.map((item) => (item.id === id ? { ...item, answer } : item)),
    topics: list.topics.map((row) =>
      row.topic === before?.topic ? { ...row, answered: row.answered + gained } : row,
    ),
  }
}

export function useSaveAnswer(id: number) {
  const cache = useQueryClient()
  const save = useMutation({
    mutationFn: (answer: Answer) => call('POST /api/answer', { question_id: id, ...answer }),
    onSuccess: ({ answer, ...limits }) =>
      cache.setQueryData<Questions>(queryKey, (list) => list && withAnswer(list, id, answer, limits)),
  })
  const clear = useMutation({
    mutationFn: () => call('POST /api/answer-clear', { question_id: id }),
    onSuccess: (limits) =>
      cache.setQueryData<Questions>(queryKey, (list) => list && withAnswer(list, id, null, limits)),
  })
  return { save, clear }
}

export function useConsent() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (agrees: boolean) => {
      await call('POST /api/questions-consent', { sensitive: agrees ? 1 : 0 })
      await cache.invalidateQueries({ queryKey })
    },
  })
}

/** A question, or the request for consent before a sensitive topic. */
export type Step = Question | Topic
/** Starts with the topic, which leads to the right place when the step itself disappears with or without consent. */
export const stepKey = (step: Step): string => (typeof step === 'string' ? step : `${step.topic} ${step.id}`)

/** Every step in order. Without consent, each sensitive topic is one step. */
export const stepsOf = ({ items, sensitive }: Pick<Questions, 'items' | 'sensitive'>): Step[] =>
  (Object.keys(topics) as Topic[]).flatMap((topic): Step[] =>
    topics[topic].sensitive && !sensitive ? [topic] : items.filter((item) => item.topic === topic),
  )

/** The first question of a topic, or of all, without an answer; otherwise its first step. */
export function firstOpen(steps: readonly Step[], topic?: Topic): number {
  const isIn = (step: Step) => topic === undefined || (typeof step === 'string' ? step : step.topic) === topic
  const open = steps.findIndex((step) => isIn(step) && (typeof step === 'string' || step.answer === null))
  return open >= 0 ? open : Math.max(0, steps.findIndex(isIn))
}

/** Remembers the step on this device, so that the member continues where they left. `done` is after the last one. */
export function usePosition(steps: readonly Step[]) {
  const session = useSession()
  const key = `questions ${session?.id}`
  const [wanted, setWanted] = useState(() => onDevice.get(key))
  const found = steps.findIndex((step) => stepKey(step) === wanted)
  const topic = wanted?.split(' ')[0] ?? ''
  const at =
    wanted === 'done'
      ? steps.length
      : found >= 0
        ? found
        : firstOpen(steps, Object.hasOwn(topics, topic) ? (topic as Topic) : undefined)
  function goTo(place: number) {
    const step = steps[Math.max(0, place)]
    const next = step === undefined ? 'done' : stepKey(step)
    onDevice.set(key, next)
    setWanted(next)
  }
  return { at, goTo }
}
