import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type * as calls from '@rosella/contract/questions/endpoints'
import { type Question, questionById, questions } from '@rosella/contract/questions/questions'
import {
  CHANGES_A_DAY,
  MOST_A_LOT,
  MOST_IMPORTANT,
  type Topic,
  topicNames,
  topics,
} from '@rosella/contract/questions/rules'
import { nextSiteDay, siteDay } from '@rosella/contract/site-day'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/tables'
import { type Reader, type Tx, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import { readPublished, writePublished } from '../../search-index/answers'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>
type Me = Pick<Viewer, 'id'>
type AnswerRow = Selectable<Tables['question_answer']>
type OwnAnswer = ReplyOf<typeof calls.answerQuestion>['answer']
type Limits = ReplyOf<typeof calls.clearAnswer>

const isSensitive = (topic: Topic): boolean => topics[topic].sensitive

const accepted = (bits: number): number[] => [0, 1, 2, 3, 4].filter((choice) => (bits >> choice) & 1)

const present = ({ choice, accepts, importance, shown, answered_ts }: AnswerRow): OwnAnswer => ({
  choice,
  accepts: accepted(accepts),
  importance,
  visibility: shown ? 'shown' : 'private',
  answered_ts,
})

const readOwn = (db: Reader, memberId: number): Promise<AnswerRow[]> =>
  db.selectFrom('question_answer').where('member_id', '=', memberId).selectAll().execute()

interface Own {
  sensitive_ts: number | null
  changes_day: string | null
  changes: number
  published: Uint8Array
}

const changesOn = (own: Pick<Own, 'changes_day' | 'changes'> | undefined, day: string): number =>
  own !== undefined && own.changes_day === day ? own.changes : 0

const limitsOf = (answers: readonly Pick<AnswerRow, 'importance'>[], changes: number): Limits => ({
  changes_left: Math.max(0, CHANGES_A_DAY - changes),
  a_lot_left: MOST_A_LOT - answers.filter(({ importance }) => importance === MOST_IMPORTANT).length,
})

export async function listQuestions(
  { db, clock }: Deps,
  viewer: Me,
  { topic }: Pick<InputOf<typeof calls.listQuestions>, 'topic'>,
): Promise<ReplyOf<typeof calls.listQuestions>> {
  const [answers, own] = await Promise.all([
    readOwn(db, viewer.id),
    db
      .selectFrom('question_member')
      .where('member_id', '=', viewer.id)
      .select(['sensitive_ts', 'changes_day', 'changes'])
      .executeTakeFirst(),
  ])
  const byId = new Map(answers.map((answer) => [answer.question_id, answer]))
  const sensitive = own !== undefined && own.sensitive_ts !== null
  const asked = questions.filter((question) => sensitive || !isSensitive(question.topic))
  return {
    items: asked
      .filter((question) => topic === undefined || question.topic === topic)
      .map(({ choices, ...question }) => {
        const answer = byId.get(question.id)
        return { ...question, choices: [...choices], answer: answer ? present(answer) : null }
      }),
    topics: topicNames.map((name) => {
      const all = questions.filter((question) => question.topic === name)
      const { label } = topics[name]
      const answered = all.filter(({ id }) => byId.has(id)).length
      return { topic: name, label, sensitive: isSensitive(name), questions: all.length, answered }
    }),
    sensitive,
    ...limitsOf(answers, changesOn(own, siteDay(clock.now()))),
  }
}

/** Checks the input against the question; the problem names the field. */
function checked({
  question_id,
  choice,
  accepts,
  importance,
  visibility,
}: InputOf<typeof calls.answerQuestion>) {
  const question = knownQuestion(question_id)
  const isChoice = (value: number) => value < question.choices.length
  if (!isChoice(choice)) throw new Problem('questions.value', { field: 'choice' })
  if (accepts.length === 0 || !accepts.every(isChoice))
    throw new Problem('questions.value', { field: 'accepts' })
  const bits = accepts.reduce((sum, value) => sum | (1 << value), 0)
  return { question, answer: { choice, accepts: bits, importance, shown: visibility === 'shown' } }
}

function knownQuestion(id: number): Question {
  const question = questionById(id)
  if (!question) throw new Problem('questions.unknown')
  return question
}

/**
 * Everything that changes a member's answers locks the member, then their row of question_member, so that concurrent
 * calls cannot exceed a limit. The recount locks only the latter.
 */
async function lockOwn(tx: Tx, memberId: number): Promise<Own> {
  const member = tx.selectFrom('member').where('id', '=', memberId).select('id').forNoKeyUpdate()
  if (!(await member.executeTakeFirst())) throw new Problem('session.none')
  const own = await tx
    .selectFrom('question_member')
    .where('member_id', '=', memberId)
    .select(['sensitive_ts', 'changes_day', 'changes', 'published'])
    .forUpdate()
    .executeTakeFirst()
  return own ?? { sensitive_ts: null, changes_day: null, changes: 0, published: new Uint8Array() }
}

type OwnChange = Partial<Selectable<Tables['question_member']>>

const saveOwn = (tx: Tx, member_id: number, change: OwnChange) =>
  tx
    .insertInto('question_member')
    .values({ member_id, ...change })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(change))
    .execute()

/** Others see the change after the next recount, which is tomorrow at the earliest. */
const changedToday = (now: number, changes: number): OwnChange => ({
  changes_day: siteDay(now),
  changes,
  recount_day: siteDay(nextSiteDay(now)),
})

/** Counts a changed or cleared answer, and refuses one too many. */
function countChange(own: Own, now: number): number {
  const changes = changesOn(own, siteDay(now))
  if (changes >= CHANGES_A_DAY) throw new Problem('questions.changes', { n: CHANGES_A_DAY })
  return changes + 1
}

export function answerQuestion(
  deps: Deps,
  viewer: Me,
  input: InputOf<typeof calls.answerQuestion>,
): Promise<ReplyOf<typeof calls.answerQuestion>> {
  const { question, answer } = checked(input)
  return withTransaction(deps, async (tx) => {
    const own = await lockOwn(tx, viewer.id)
    if (isSensitive(question.topic) && own.sensitive_ts === null) throw new Problem('questions.consent')
    const now = deps.clock.now()
    const answers = await readOwn(tx, viewer.id)
    const old = answers.find(({ question_id }) => question_id === question.id)
    const others = answers.filter((other) => other !== old)
    let changes = changesOn(own, siteDay(now))
    const isSame =
      old !== undefined &&
      (Object.keys(answer) as (keyof typeof answer)[]).every((key) => old[key] === answer[key])
    if (isSame) return { answer: present(old), ...limitsOf(answers, changes) }
    if (answer.importance === MOST_IMPORTANT && limitsOf(others, 0).a_lot_left === 0)
      throw new Problem('questions.a-lot', { n: MOST_A_LOT })
    if (old) changes = countChange(own, now)
    const stored = await tx
      .insertInto('question_answer')
      .values({ member_id: viewer.id, question_id: question.id, answered_ts: now, ...answer })
      .onConflict((conflict) => conflict.columns(['member_id', 'question_id']).doUpdateSet(answer))
      .returningAll()
      .executeTakeFirstOrThrow()
    await saveOwn(tx, viewer.id, changedToday(now, changes))
    return { answer: present(stored), ...limitsOf([...others, stored], changes) }
  })
}

/** Clearing an answer that does not exist changes nothing. */
export function clearAnswer(deps: Deps, viewer: Me, questionId: number): Promise<Limits> {
  const { id } = knownQuestion(questionId)
  return withTransaction(deps, async (tx) => {
    const own = await lockOwn(tx, viewer.id)
    const now = deps.clock.now()
    const answers = await readOwn(tx, viewer.id)
    const others = answers.filter(({ question_id }) => question_id !== id)
    if (others.length === answers.length) return limitsOf(answers, changesOn(own, siteDay(now)))
    const changes = countChange(own, now)
    await tx
      .deleteFrom('question_answer')
      .where('member_id', '=', viewer.id)
      .where('question_id', '=', id)
      .execute()
    await saveOwn(tx, viewer.id, changedToday(now, changes))
    return limitsOf(others, changes)
  })
}

const sensitiveIds = questions.filter(({ topic }) => isSensitive(topic)).map(({ id }) => id)

/**
 * Withdrawing deletes the answers to sensitive questions everywhere, also from the published ones: that must not wait
 * for the recount. Only answers that were shown can change what others see. The deleted answers count as changes.
 */
export function saveConsent(
  deps: Deps,
  viewer: Me,
  { sensitive }: Pick<InputOf<typeof calls.saveConsent>, 'sensitive'>,
): Promise<ReplyOf<typeof calls.saveConsent>> {
  const agrees = sensitive === 1
  return withTransaction(deps, async (tx, emit) => {
    const own = await lockOwn(tx, viewer.id)
    const now = deps.clock.now()
    if (agrees === (own.sensitive_ts !== null)) return { sensitive: agrees }
    if (agrees) {
      await saveOwn(tx, viewer.id, { sensitive_ts: now })
      return { sensitive: true }
    }
    const deleted = await tx
      .deleteFrom('question_answer')
      .where('member_id', '=', viewer.id)
      .where('question_id', 'in', sensitiveIds)
      .returning('question_id')
      .execute()
    const changes = changesOn(own, siteDay(now)) + deleted.length
    const before = readPublished(own.published)
    const kept = before.filter(({ question_id }) => !sensitiveIds.includes(question_id))
    const isPublished = kept.length < before.length
    await saveOwn(tx, viewer.id, {
      sensitive_ts: null,
      ...changedToday(now, changes),
      ...(isPublished ? { published: Buffer.from(writePublished(kept)), published_ts: now } : {}),
    })
    if (isPublished) emit({ kind: 'answers.published', member_ids: [viewer.id] })
    return { sensitive: false }
  })
}
