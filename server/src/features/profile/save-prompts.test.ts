import { problems } from '@rosella/contract/problems'
import type { Person } from '@rosella/testkit/person'
import { askQuestions } from '@rosella/testkit/questions'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let anna: Person
let [q1, q2, q3, q4, retired] = [0, 0, 0, 0, 0]
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  ;[anna] = (await app.members('Anna', 'Ben')) as [Person]
  ;[q1, q2, q3, q4, retired] = await askQuestions(app)
})
afterAll(() => app.close())

const save = (prompts: unknown) => anna.try('POST /api/update-discussion-prompts', { prompts })
const answers = async () => (await anna.call('GET /api/user')).user_dp
const answer = (question_id: number, text = `Answer ${question_id}`) => ({ question_id, answer: text })

/** Counts the answers, independently of the member row. */
async function recount() {
  const { ndp } = await app.db
    .selectFrom('member')
    .where('id', '=', anna.id)
    .select('ndp')
    .executeTakeFirstOrThrow()
  return { ndp, active: (await answers()).filter((each) => each.active).length }
}

test('[P2 §3] numbers active answers from 0 in the given order', async () => {
  expect(await save([answer(q3), answer(q1)])).toEqual({ status: 200, body: { message: 'Saved!' } })
  expect(await answers()).toEqual([
    { question_id: q3, answer: `Answer ${q3}`, active: true, order_n: 0 },
    { question_id: q1, answer: `Answer ${q1}`, active: true, order_n: 1 },
  ])
  expect(await recount()).toEqual({ ndp: 2, active: 2 })
})

test('[P2 §3] omitted prompts become inactive with order 9 and keep their answers', async () => {
  await save([answer(q2), answer(q1, 'Another answer')])
  expect(await answers()).toEqual([
    { question_id: q2, answer: `Answer ${q2}`, active: true, order_n: 0 },
    { question_id: q1, answer: 'Another answer', active: true, order_n: 1 },
    { question_id: q3, answer: `Answer ${q3}`, active: false, order_n: 9 },
  ])
  expect(await recount()).toEqual({ ndp: 2, active: 2 })
})

test('[P2 §5] at most max_prompts may be active; empty and inactive answers don’t count', async () => {
  const before = await answers()
  const four = [answer(q1), answer(q2), answer(q3), answer(q4)]
  const { status, body } = await save(four)
  expect([status, body.message]).toEqual([400, problems['prompts.too-many'][1]])
  expect(await answers()).toEqual(before)

  expect((await save([answer(q1, ' \r\n'), answer(q2), answer(q3), answer(q4)])).status).toBe(200)
  expect((await answers()).map((each) => [each.question_id, each.order_n])).toEqual([
    [q2, 0],
    [q3, 1],
    [q4, 2],
    [q1, 9],
  ])
  expect(await recount()).toEqual({ ndp: 3, active: 3 })

  expect((await save([answer(q1), { ...answer(q2), active: false }, answer(q4)])).status).toBe(200)
  expect((await answers()).filter((each) => each.active).map((each) => each.question_id)).toEqual([q1, q4])
  expect(await recount()).toEqual({ ndp: 2, active: 2 })
})

test('[P2 §5] an answer is at most 800 characters and 12 lines, and is stored as plain text', async () => {
  const lines = (count: number) => Array.from({ length: count }, () => 'line').join('\r\n')
  const before = await answers()
  const refused = [
    [answer(q1, 'x'.repeat(801)), 'The answer can be at most 800 characters long.'],
    [answer(q1, lines(13)), 'The answer can be at most 12 lines long.'],
  ] as const
  for (const [prompt, message] of refused) expect((await save([prompt])).body).toMatchObject({ message })
  expect(await answers()).toEqual(before)
  expect((await save([answer(q1, 'x'.repeat(800)), answer(q2, `${lines(12)}\r\n\u0000 `)])).status).toBe(200)
  expect((await answers())[0]?.answer).toBe('x'.repeat(800))
  expect((await answers())[1]?.answer).toBe(lines(12).replaceAll('\r\n', '\n'))
})

test('refuses unknown, retired and repeated prompts and changes nothing', async () => {
  const before = await answers()
  const wrong: [unknown[], string][] = [
    [[answer(q1), answer(1_000_000)], problems['prompts.unknown'][1]],
    [[answer(retired)], problems['prompts.unknown'][1]],
    [[answer(9_007_199_254_740_991)], problems['prompts.unknown'][1]],
    [[answer(0)], problems['prompts.unknown'][1]],
    [[answer(q1), answer(q2), answer(q1)], problems['prompts.twice'][1]],
  ]
  for (const [prompts, message] of wrong) {
    expect(await save(prompts)).toMatchObject({ status: 400, body: { code: expect.any(String), message } })
  }
  for (const shapeless of [undefined, null, 'x', [1], [{ question_id: q1 }], Array(51).fill(answer(q1))]) {
    const { status, body } = await save(shapeless)
    expect(status).toBe(400)
    expect(body.message).toContain('prompts')
  }
  expect(await answers()).toEqual(before)
})

test('an empty list deactivates all prompts and keeps their answers', async () => {
  expect((await save([])).status).toBe(200)
  const kept = await answers()
  expect(kept.map((each) => each.question_id).sort((a, b) => a - b)).toEqual([q1, q2, q3, q4])
  expect(kept.every((each) => !each.active && each.order_n === 9)).toBe(true)
  expect(await recount()).toEqual({ ndp: 0, active: 0 })
})

test('publishes a save once it can be read, and never a refused one', async () => {
  const looks: Promise<{ ndp: number }>[] = []
  const row = app.db.selectFrom('member').where('id', '=', anna.id).select('ndp')
  const stop = app.server.services.bus.subscribe((event) => {
    if (event.kind === 'member.changed' && event.member_id === anna.id)
      looks.push(row.executeTakeFirstOrThrow())
  })
  await save([answer(q1), answer(q2), answer(q3)])
  await save([answer(q1), answer(q1)])
  await expect.poll(() => looks.length).toBe(1)
  stop()
  expect(await Promise.all(looks)).toEqual([{ ndp: 3 }])
})

test('[P2 §4] prompts that another device has changed meanwhile are never overwritten', async () => {
  const read = [answer(q1, 'Old '), answer(q2)]
  const saveFrom = (prompts: unknown, based_on: unknown) =>
    anna.try('POST /api/update-discussion-prompts', { prompts, based_on })
  await save(read)
  expect((await saveFrom([answer(q2), answer(q1, 'Old')], read)).status).toBe(200)
  const refused = await saveFrom([answer(q1, 'Laptop')], read)
  expect([refused.status, refused.body.code, refused.body.values]).toEqual([
    409,
    'profile.newer',
    { fields: 'Discuss' },
  ])
  expect((await answers()).filter(({ active }) => active).map((each) => each.question_id)).toEqual([q2, q1])
  // Sent again after the reply was lost, it is no conflict, and neither is a prompt that an admin has deleted.
  expect((await saveFrom([answer(q2), answer(q1, 'Old')], read)).status).toBe(200)
  await app.db.updateTable('prompt').set({ active: false }).where('id', '=', q1).execute()
  expect((await saveFrom([answer(q2, 'New')], [answer(q2), answer(q1, 'Old')])).status).toBe(200)
  await app.db.updateTable('prompt').set({ active: true }).where('id', '=', q1).execute()
})
