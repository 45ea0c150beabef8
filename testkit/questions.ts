import type { TestApp } from './test-app'

/** Adds discussion prompts and returns their ids; the last one is inactive. */
export async function askQuestions(app: TestApp): Promise<[number, number, number, number, number]> {
  const questions = [1, 2, 3, 4, 5].map((n) => ({ question: `Question ${n} of this test?`, active: n < 5 }))
  const rows = await app.db
    .insertInto('prompt')
    .values(questions)
    // They exist already when a browser test is retried.
    .onConflict((clash) =>
      clash.column('question').doUpdateSet((eb) => ({ question: eb.ref('excluded.question') })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).sort((a, b) => a - b) as [number, number, number, number, number]
}
