import { expect, test } from 'vitest'
import { questionById, questions } from './questions'
import { topicNames } from './rules'

test('[P4 §4] 120 questions in eight topics of 15, each with 2 to 5 different choices', () => {
  expect(questions).toHaveLength(120)
  for (const topic of topicNames)
    expect([topic, questions.filter((question) => question.topic === topic).length]).toEqual([topic, 15])
  for (const { choices } of questions) {
    expect(choices.length).toBeGreaterThanOrEqual(2)
    expect(choices.length).toBeLessThanOrEqual(5)
    expect(new Set(choices).size).toBe(choices.length)
  }
})

test('ids are permanent: they are unique, and fit into the stored format', () => {
  const ids = questions.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  // Stored answers mean these questions; a change of the order would give them another meaning.
  expect(Math.max(...ids)).toBeLessThan(2 ** 15)
  expect([1, 47, 95, 120].map((id) => questionById(id)?.text)).toEqual([
    'How important is it to you to be on time?',
    'Would you like children, or more children?',
    'What kind of relationship do you want?',
    'Would you take part in a partner’s religious holidays?',
  ])
  expect(questionById(47)?.choices).toEqual(['Yes', 'Maybe', 'No'])
})

test('questions and choices are short, distinct, and end as they should', () => {
  expect(new Set(questions.map(({ text }) => text)).size).toBe(questions.length)
  for (const { text, choices } of questions) {
    expect(text.length).toBeLessThanOrEqual(80)
    expect(text).toMatch(/^[A-Z].*\?$/)
    for (const choice of choices) {
      expect(choice.length).toBeLessThanOrEqual(32)
      expect(choice).toMatch(/^[A-Z].*[^.?!\s]$/)
    }
  }
  // No double negatives.
  expect(questions.filter(({ text }) => /\b(?:not|never|no)\b|n’t/i.test(text))).toEqual([])
})
