import { type Question, questions } from '@rosella/contract/questions/questions'
import {
  CHANGES_A_DAY,
  MOST_A_LOT,
  OPENED_A_DAY,
  topicNames,
  topics,
} from '@rosella/contract/questions/rules'
import { recountAnswers } from '@rosella/testkit/jobs-done'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const DAY = 86_400

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const couple = async (): Promise<[Person, Person]> =>
  (await app.members({ username: 'Anna', photos: 3 }, { username: 'Ben', photos: 3 })) as [Person, Person]
const plain = questions.filter(({ topic }) => !topics[topic].sensitive)
const sensitive = questions.filter(({ topic }) => topics[topic].sensitive)
const [q1, q2] = plain as [Question, Question]
const [s1] = sensitive as [Question]

const answerTo = (question: Pick<Question, 'id'>, more: Record<string, unknown> = {}) => ({
  question_id: question.id,
  choice: 0,
  accepts: [0],
  importance: 1,
  visibility: 'shown',
  ...more,
})
const answer = (person: Person, question: Pick<Question, 'id'>, more?: Record<string, unknown>) =>
  person.call('POST /api/answer', answerTo(question, more))
const answerAll = async (person: Person, asked: readonly Question[], more?: Record<string, unknown>) => {
  for (const question of asked) await answer(person, question, more)
}
const recount = () => recountAnswers(app.server)
/** Two nights: answers are published when they are a day old. */
const nights = async () => {
  app.clock.advance(2 * DAY)
  await recount()
}
const shared = (me: Person, other: Person) =>
  me.call('GET /api/shared-questions', { url_hash: other.url_hash })
const card = async (me: Person, other: Person) =>
  (await me.call('GET /api/search', { any: '1' })).users.find(({ id }) => id === other.id)
const profile = async (me: Person, other: Person) =>
  (await me.call('GET /api/view-profile', { url_hash: other.url_hash })).user

test('[P4 §4] lists the questions with the own answers, by topic, sensitive ones only after consent', async () => {
  const [anna] = await couple()
  const before = await anna.call('GET /api/questions')
  expect(before.items).toHaveLength(90)
  expect(before).toMatchObject({ sensitive: false, changes_left: CHANGES_A_DAY, a_lot_left: MOST_A_LOT })
  expect(before.topics.map(({ topic }) => topic)).toEqual(topicNames)
  expect((await anna.call('GET /api/questions', { topic: 'intimacy' })).items).toEqual([])
  const given = { choice: 1, accepts: [2, 0], importance: 2, visibility: 'private' }
  const reply = await answer(anna, q1, given)
  const stored = { ...given, accepts: [0, 2], answered_ts: expect.any(Number) }
  expect(reply).toEqual({ answer: stored, changes_left: CHANGES_A_DAY, a_lot_left: MOST_A_LOT - 1 })
  const home = await anna.call('GET /api/questions', { topic: q1.topic })
  expect(home.items).toHaveLength(15)
  expect(home.items[0]).toEqual({ ...q1, answer: stored })
  expect(home.topics.find(({ topic }) => topic === q1.topic)).toMatchObject({ questions: 15, answered: 1 })
  await anna.call('POST /api/questions-consent', { sensitive: 1 })
  expect((await anna.call('GET /api/questions')).items).toHaveLength(120)
  expect(await anna.try('GET /api/questions', { topic: 'weather' })).toEqual({
    status: 400,
    body: problemBody('questions.topic'),
  })
})

test('[P4 §5] refuses invalid answers and names the field', async () => {
  const [anna] = await couple()
  const refused = async (more: Record<string, unknown>) => {
    const { status, body } = await anna.try('POST /api/answer', answerTo(q1, more))
    return [status, body.code, body.message]
  }
  const value = (field: string) => {
    const body = problemBody('questions.value', { field })
    return [400, body.code, body.message]
  }
  expect(await refused({ choice: q1.choices.length })).toEqual(value('choice'))
  expect(await refused({ accepts: [] })).toEqual(value('accepts'))
  expect(await refused({ accepts: [0, 7] })).toEqual(value('accepts'))
  expect(await refused({ visibility: 'public' })).toEqual([
    400,
    'questions.visibility',
    problemBody('questions.visibility').message,
  ])
  expect((await refused({ question_id: 121 }))[0]).toBe(404)
  for (const [field, wrong] of [
    ['choice', -1],
    ['choice', 'yes'],
    ['accepts', 'all'],
    ['importance', 3],
    ['importance', 0.5],
    ['question_id', 0],
  ] as const) {
    const [status, , message] = await refused({ [field]: wrong })
    expect([field, status, String(message).includes(field)]).toEqual([field, 400, true])
  }
  expect((await anna.try('POST /api/answer-clear', { question_id: 999 })).body).toEqual(
    problemBody('questions.unknown'),
  )
  expect((await anna.try('POST /api/questions-consent', { sensitive: 2 })).status).toBe(400)
  expect((await anna.call('GET /api/questions')).topics.every(({ answered }) => answered === 0)).toBe(true)
})

test('[P4 §4] at most 10 "a lot" and 20 changed answers a day, also with concurrent requests', async () => {
  const [anna] = await couple()
  const asked = plain.slice(0, 16)
  const lots = await Promise.all(
    asked.map((question) => anna.try('POST /api/answer', answerTo(question, { importance: 2 }))),
  )
  expect(lots.filter(({ status }) => status === 200)).toHaveLength(MOST_A_LOT)
  expect(lots.find(({ status }) => status === 400)?.body).toEqual(
    problemBody('questions.a-lot', { n: MOST_A_LOT }),
  )
  // New answers are no changes.
  const more = plain.slice(16, 50)
  await Promise.all(more.map((question) => answer(anna, question)))
  expect((await anna.call('GET /api/questions')).changes_left).toBe(CHANGES_A_DAY)
  // Neither is the same answer again.
  await answer(anna, more[0] as Question)
  const changes = await Promise.all(
    more.map((question, n) =>
      n % 2 === 0
        ? anna.try('POST /api/answer', answerTo(question, { choice: 1 }))
        : anna.try('POST /api/answer-clear', { question_id: question.id }),
    ),
  )
  expect(changes.filter(({ status }) => status === 200)).toHaveLength(CHANGES_A_DAY)
  const refused = changes.filter(({ status }) => status !== 200)
  expect(refused.every(({ body }) => body.code === 'questions.changes')).toBe(true)
  const open = plain[80] as Question
  expect((await anna.try('POST /api/answer', answerTo(open))).status).toBe(200)
  expect((await anna.try('POST /api/answer-clear', { question_id: open.id })).status).toBe(429)
  app.clock.advance(DAY)
  expect((await anna.try('POST /api/answer-clear', { question_id: open.id })).status).toBe(200)
})

test('[P4 §4] sensitive questions need consent; withdrawing it deletes their answers everywhere, immediately', async () => {
  const [anna, ben] = await couple()
  expect(await anna.try('POST /api/answer', answerTo(s1))).toEqual({
    status: 403,
    body: problemBody('questions.consent'),
  })
  for (const person of [anna, ben]) {
    await person.call('POST /api/questions-consent', { sensitive: 1 })
    await answerAll(person, [...plain.slice(0, 8), ...sensitive.slice(0, 4)])
  }
  await nights()
  expect(await card(ben, anna)).toMatchObject({ agree: { agree: 12, common: 12 }, match: 80 })
  expect((await shared(ben, anna)).items).toHaveLength(12)
  expect(await anna.call('POST /api/questions-consent', { sensitive: 0 })).toEqual({ sensitive: false })
  expect((await anna.call('GET /api/questions')).topics.map(({ answered }) => answered)).toEqual([
    8, 0, 0, 0, 0, 0, 0, 0,
  ])
  expect((await shared(ben, anna)).items).toHaveLength(8)
  await expect.poll(() => card(ben, anna)).toMatchObject({ agree: { agree: 8, common: 8 }, match: null })
  const left = await sql<{ left: number }>`
    select count(*)::int as left from question_answer where member_id = ${anna.id} and question_id > 90`.execute(
    app.db,
  )
  expect(left.rows).toEqual([{ left: 0 }])
  // Agreeing again brings nothing back.
  await anna.call('POST /api/questions-consent', { sensitive: 1 })
  await nights()
  expect(await card(ben, anna)).toMatchObject({ agree: { agree: 8, common: 8 } })
})

test('[P4 §4] an answer and a withdrawn consent that race leave no sensitive answer', async () => {
  const [anna] = await couple()
  for (let round = 0; round < 8; round++) {
    await anna.call('POST /api/questions-consent', { sensitive: 1 })
    await Promise.all([
      ...sensitive.slice(0, 4).map((question) => anna.try('POST /api/answer', answerTo(question))),
      anna.call('POST /api/questions-consent', { sensitive: 0 }),
    ])
    const { rows } = await sql`
      select question_id from question_answer where member_id = ${anna.id} and question_id > 90`.execute(
      app.db,
    )
    expect(rows).toEqual([])
  }
})

describe('what two members share', () => {
  test('[P4 §4] shows an answer only to people who answered the question a day ago and show it too', async () => {
    const [anna, ben] = await couple()
    await answer(anna, q1, { choice: 1, accepts: [0, 1] })
    await answer(anna, q2, { visibility: 'private' })
    app.clock.advance(2 * DAY)
    await answer(ben, q1, { choice: 0, accepts: [1] })
    await answer(ben, q2)
    const items = async (me: Person, other: Person) => (await shared(me, other)).items
    expect(await items(ben, anna)).toEqual([])
    // Anna answered two days ago.
    const [text, [first, second]] = [q1.text, q1.choices as [string, string]]
    const item = { id: q1.id, topic: q1.topic, text, agree: true }
    expect(await items(anna, ben)).toEqual([{ ...item, mine: second, theirs: first }])
    app.clock.advance(DAY - 60)
    expect(await items(ben, anna)).toEqual([])
    app.clock.advance(60)
    expect(await items(ben, anna)).toEqual([{ ...item, mine: first, theirs: second }])
    await answer(anna, q1, { choice: 1, accepts: [0, 1], visibility: 'private' })
    expect(await items(ben, anna)).toEqual([])
    expect(await items(anna, ben)).toEqual([])
    expect((await shared(anna, anna)).items).toEqual([])
  })

  test('[P4 §4] lists agreements first, and counts an agreement only if each accepts the other’s answer', async () => {
    const [anna, ben] = await couple()
    const [one, two, three, four] = plain as [Question, Question, Question, Question]
    await answer(anna, one, { choice: 0, accepts: [0] })
    await answer(ben, one, { choice: 1, accepts: [0] })
    await answer(anna, two, { choice: 0, accepts: [1] })
    await answer(ben, two, { choice: 1, accepts: [1] })
    await answer(anna, three, { choice: 0, accepts: [1] })
    await answer(ben, three, { choice: 1, accepts: [0] })
    await answer(anna, four, { choice: 1, accepts: [0, 1] })
    await nights()
    expect(await shared(anna, ben)).toMatchObject({ agree: 1, common: 3, match: null })
    const { items } = await shared(ben, anna)
    expect(items.map(({ id, agree }) => [id, agree])).toEqual([
      [three.id, true],
      [one.id, false],
      [two.id, false],
    ])
  })

  test('[P4 §4] at most 40 profiles’ answers opened a day, the same one as often as wanted, concurrently too', async () => {
    const [anna, ben] = await couple()
    const others = await app.members('Dan', 'Finn', 'Hugo', 'Tom')
    for (const person of [anna, ben, ...others]) await answer(person, q1)
    app.clock.advance(2 * DAY)
    const open = (other: Person) => anna.try('GET /api/shared-questions', { url_hash: other.url_hash })
    const statuses = async (...people: Person[]) =>
      (await Promise.all(people.map(open))).map(({ status }) => status)
    expect(await statuses(ben, ben, ben)).toEqual([200, 200, 200])
    // Anna has opened 38 today, among them Ben.
    await sql`
      update question_member set opened = opened || array(select generate_series(9000001, 9000000 + ${OPENED_A_DAY - 3}))
      where member_id = ${anna.id}`.execute(app.db)
    expect((await statuses(...others)).sort()).toEqual([200, 200, 429, 429])
    const again = await Promise.all([ben, ...others].map(open))
    expect(again.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(again.find(({ status }) => status !== 200)).toEqual({
      status: 429,
      body: problemBody('questions.opened', { n: OPENED_A_DAY }),
    })
    app.clock.advance(DAY)
    await recount()
    const { rows } = await sql`select opened from question_member where opened <> '{}'`.execute(app.db)
    expect(rows).toEqual([])
    expect(await statuses(...others)).toEqual([200, 200, 200, 200])
  })

  test('a block, a pause, a suspension and an unknown profile give the same 404', async () => {
    const [anna, ben] = await couple()
    for (const person of [anna, ben]) await answer(person, q1)
    app.clock.advance(2 * DAY)
    expect((await shared(anna, ben)).items).toHaveLength(1)
    const gone = { status: 404, body: problemBody('no-user') }
    const look = () => anna.try('GET /api/shared-questions', { url_hash: ben.url_hash })
    for (const url_hash of ['zzzzzzzzz', 'favorites', ''])
      expect(await anna.try('GET /api/shared-questions', { url_hash })).toEqual(gone)
    const set = (value: boolean) => ben.call('POST /api/settings-auto-save', { key: 'paused', value })
    await set(true)
    expect(await look()).toEqual(gone)
    await set(false)
    for (const [from, to] of [
      [ben, anna],
      [anna, ben],
    ] as const) {
      await from.call('POST /api/user-action', { action: 'block', recipient_id: to.id })
      expect(await look()).toEqual(gone)
      await from.call('POST /api/user-action', { action: 'unblock', recipient_id: to.id })
    }
    expect((await look()).status).toBe(200)
  })
})

describe('numbers', () => {
  test('[P4 §4] below 10 common questions only the agreements, from 10 on the match, on cards, profiles and For you', async () => {
    const [anna, ben] = await couple()
    for (const person of [anna, ben]) await answerAll(person, plain.slice(0, 9))
    await nights()
    expect(await card(anna, ben)).toMatchObject({ agree: { agree: 9, common: 9 }, match: null })
    for (const person of [anna, ben]) await answer(person, plain[9] as Question)
    await nights()
    const numbers = { agree: { agree: 10, common: 10 }, match: 75 }
    expect(await card(anna, ben)).toMatchObject(numbers)
    expect(await profile(anna, ben)).toMatchObject(numbers)
    expect(await shared(anna, ben)).toMatchObject({ agree: 10, common: 10, match: 75 })
    const { users } = await anna.call('GET /api/for-you')
    const suggested = users.find(({ id }) => id === ben.id)
    expect(suggested).toMatchObject(numbers)
    expect(suggested?.reasons).toContain('You agree on 10 of 10 questions.')
    for (const list of ['recent', 'newest'])
      expect(
        (await anna.call('GET /api/users', { filter: list })).users.find(({ id }) => id === ben.id),
      ).toMatchObject(numbers)
    expect(await profile(anna, anna)).toMatchObject({ agree: null, match: null })
    const [cara] = (await app.members('Cara')) as [Person]
    expect(await profile(cara, ben)).toMatchObject({ agree: null, match: null })
  })

  test('[P4 §4] change only with the nightly recount, and not before an answer is a day old', async () => {
    const [anna, ben] = await couple()
    for (const person of [anna, ben]) await answerAll(person, plain.slice(0, 12))
    const seen = async () => {
      const { agree, match } = await profile(ben, anna)
      return [agree?.agree, agree?.common, match]
    }
    await recount()
    expect(await seen()).toEqual([undefined, undefined, null])
    await nights()
    expect(await seen()).toEqual([12, 12, 80])
    await answer(anna, plain[0] as Question, { accepts: [1] })
    await answer(anna, plain[1] as Question, { visibility: 'private' })
    await anna.call('POST /api/answer-clear', { question_id: plain[2]?.id })
    await recount()
    expect(await seen()).toEqual([12, 12, 80])
    app.clock.advance(DAY)
    await recount()
    await expect.poll(seen).toEqual([9, 10, 70])
  })

  test('every process has the same numbers after a recount in one of them', async () => {
    const second = await app.second()
    const [anna, ben] = await couple()
    for (const person of [anna, ben]) await answerAll(person, plain.slice(0, 11))
    await nights()
    const elsewhere = anna.elsewhere(second.url)
    await expect.poll(async () => (await profile(elsewhere, ben)).agree).toEqual({ agree: 11, common: 11 })
    await second.close()
  })

  test('[P4 §4] search sorts by match and filters by it', async () => {
    const [anna, ben, dan, finn] = (await app.members(
      ...['Anna', 'Ben', 'Dan', 'Finn'].map((username) => ({ username, photos: 3, city: 'Cairns, QLD' })),
    )) as [Person, Person, Person, Person]
    for (const person of [anna, ben, dan]) {
      await answerAll(person, plain.slice(0, 14))
      await answerAll(person, plain.slice(14, 24), person === dan ? { choice: 1 } : {})
    }
    await nights()
    const near = { any: '1', place: 'Cairns|QLD|AU', distance: '10' }
    const found = async (more: object) => {
      const { users, total, relax, filters } = await anna.call('GET /api/search', { ...near, ...more })
      return {
        ids: users.map(({ id }) => id),
        total,
        relax,
        filters,
        matches: users.map(({ match }) => match),
      }
    }
    const sorted = await found({ sort: 'match' })
    expect(sorted.ids).toEqual([ben.id, dan.id, finn.id])
    expect(sorted.matches).toEqual([85, 60, null])
    const filtered = await found({ match_min: '80' })
    expect(filtered).toMatchObject({ ids: [ben.id], total: 1, filters: { match_min: '80' } })
    expect(filtered.relax).toContainEqual({ key: 'match_min', more: 2 })
    expect((await anna.try('GET /api/search', { match_min: '55' })).body).toEqual(
      problemBody('search.filter', { field: 'match_min' }),
    )
    const saved = await anna.call('POST /api/saved-search', { name: 'Good', filters: { match_min: '80' } })
    expect(saved.filters).toEqual({ match_min: '80' })
  })
})

test('private answers are in the own download only, and an erasure deletes everything', async () => {
  const [anna, ben] = await couple()
  await anna.call('POST /api/questions-consent', { sensitive: 1 })
  await answer(anna, s1, { visibility: 'private', accepts: [0, 1] })
  await answer(anna, q1)
  await answer(ben, q1)
  await nights()
  await shared(ben, anna)
  const response = await fetch(`${app.url}/api/my-data`, {
    headers: { authorization: `Bearer ${anna.token}`, 'x-email': anna.email },
  })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const { answers } = JSON.parse(strFromU8(files['questions.json'] ?? new Uint8Array()))
  expect(answers).toMatchObject([
    { question: q1.text, visibility: 'shown' },
    {
      question: s1.text,
      answer: s1.choices[0],
      accepted_answers: s1.choices.slice(0, 2),
      visibility: 'private',
    },
  ])
  const page = await app.admin.call('GET /api/admin/member', { id: anna.id })
  expect(JSON.stringify(page)).not.toContain(s1.text)
  const { token } = await app.admin.call('POST /api/admin/impersonate', {
    id: anna.id,
    reason: 'Asked for help',
  })
  const acting = Object.assign(anna.elsewhere(), { token })
  for (const [route, input] of [
    ['GET /api/questions', {}],
    ['POST /api/answer', answerTo(q2)],
    ['POST /api/answer-clear', { question_id: q1.id }],
    ['POST /api/questions-consent', { sensitive: 0 }],
  ] as const)
    expect((await acting.try(route, input)).body).toEqual(problemBody('access.impersonating'))
  expect((await acting.call('GET /api/shared-questions', { url_hash: ben.url_hash })).items).toHaveLength(1)
  await anna.call('DELETE /api/account')
  for (const table of ['question_answer', 'question_member'] as const) {
    const left = await app.db.selectFrom(table).where('member_id', '=', anna.id).selectAll().execute()
    expect([table, left]).toEqual([table, []])
  }
})

test('answers, clears, consents, recounts and an erasure can run concurrently', async () => {
  const [anna, ben] = await couple()
  for (const person of [anna, ben]) await answerAll(person, plain.slice(0, 10))
  app.clock.advance(2 * DAY)
  const work = Array.from({ length: 30 }, (_, n) => {
    const question = plain[n % 12] as Question
    if (n % 5 === 0) return recount()
    if (n % 5 === 1) return anna.try('POST /api/answer-clear', { question_id: question.id })
    if (n % 5 === 2) return anna.try('POST /api/questions-consent', { sensitive: n % 2 })
    if (n === 18) return anna.call('DELETE /api/account')
    return anna.try('POST /api/answer', answerTo(question, { choice: n % 2 }))
  })
  await Promise.all(work)
  const left = await app.db
    .selectFrom('question_answer')
    .where('member_id', '=', anna.id)
    .selectAll()
    .execute()
  expect(left).toEqual([])
  expect((await ben.call('GET /api/questions')).topics[0]?.answered).toBe(10)
})
