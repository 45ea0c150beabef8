import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { isUrlHash } from '@rosella/contract/member/rules'
import type { sharedQuestions as call } from '@rosella/contract/questions/endpoints'
import { questionById } from '@rosella/contract/questions/questions'
import { ANSWERED_FOR, OPENED_A_DAY } from '@rosella/contract/questions/rules'
import { nextSiteDay, siteDay } from '@rosella/contract/site-day'
import { sql } from 'kysely'
import { visibleInRelation } from '../../members/visible-members'
import { prepared } from '../../platform/database/prepared'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import type { Answers } from '../../search-index/answers'

interface SharedRow {
  question_id: number
  mine: number
  theirs: number
  agree: boolean
}

const visibleMember = prepared(
  (viewerId: number, urlHash: string) => sql<{ id: number }>`
    select m.id from member m left join relation r on r.me = ${viewerId} and r.other = m.id
    where m.url_hash = ${urlHash} and ${visibleInRelation(viewerId)}`,
)

/**
 * The questions that both answered and show now, agreements first, by the primary key. The viewer's own answer has to
 * be a day old, so that nobody answers only to look. Private answers are not even read.
 */
const shared = prepared(
  (viewerId: number, otherId: number, answeredUntil: number) => sql<SharedRow>`
    select a.question_id, a.choice as mine, b.choice as theirs,
      (a.accepts >> b.choice) & 1 = 1 and (b.accepts >> a.choice) & 1 = 1 as agree
    from question_answer a join question_answer b on b.question_id = a.question_id and b.shown
    where a.member_id = ${viewerId} and a.shown and a.answered_ts <= ${answeredUntil} and b.member_id = ${otherId}
    order by agree desc, a.question_id`,
)

type Deps = Pick<Services, 'db' | 'bus' | 'clock'> & { answers: Answers }

/**
 * A profile that may not be seen gives the same 404 as an unknown one. The numbers are those of the last recount, so
 * they may differ from the list until tomorrow.
 */
export async function sharedQuestions(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  { url_hash }: Pick<InputOf<typeof call>, 'url_hash'>,
): Promise<ReplyOf<typeof call>> {
  const { db, clock, answers } = deps
  const [other] = isUrlHash(url_hash) ? await visibleMember(db, viewer.id, url_hash) : []
  if (!other) throw new Problem('no-user')
  const now = clock.now()
  const rows = other.id === viewer.id ? [] : await shared(db, viewer.id, other.id, now - ANSWERED_FOR)
  const items = rows.flatMap(({ question_id, mine, theirs, agree }) => {
    const question = questionById(question_id)
    if (!question) return []
    const { id, topic, text, choices } = question
    return [{ id, topic, text, mine: choices[mine] ?? '', theirs: choices[theirs] ?? '', agree }]
  })
  if (items.length > 0 && viewer.impersonator === null) await countOpened(deps, viewer.id, other.id)
  const agreement = answers.between(viewer.id, [other.id])(other.id)
  return {
    agree: agreement?.agree ?? 0,
    common: agreement?.common ?? 0,
    match: agreement?.match ?? null,
    items,
  }
}

/** A profile that was opened before on this day does not count again. The condition is on one locked row. */
async function countOpened({ db, clock }: Deps, viewerId: number, otherId: number): Promise<void> {
  const today = siteDay(clock.now())
  const { rows } = await sql<{ isAllowed: boolean }>`
    update question_member set opened_day = ${today}::date,
      opened = case when opened_day is distinct from ${today}::date then array[${otherId}::bigint]
        when ${otherId} = any(opened) then opened else opened || ${otherId}::bigint end
    where member_id = ${viewerId} and (opened_day is distinct from ${today}::date or ${otherId} = any(opened)
      or cardinality(opened) < ${OPENED_A_DAY})
    returning true as "isAllowed"`.execute(db)
  if (rows.length === 0) throw new Problem('questions.opened', { n: OPENED_A_DAY })
}

/** Members in one transaction. */
const CHUNK = 500

/**
 * The nightly recount publishes the shown answers, of which everyone's numbers are computed until the next night. An
 * answer is published when it is a day old, because its owner may see others' answers only then, and numbers would give
 * them away earlier. It runs once for each member and day, also if the site was down at midnight.
 */
export const recountAnswers =
  (deps: Pick<Services, 'db' | 'bus' | 'clock'>) =>
  async (signal: AbortSignal): Promise<void> => {
    await forgetOpened(deps)
    for (let counted = CHUNK; counted === CHUNK && !signal.aborted; )
      counted = await withTransaction(deps, async (tx, emit) => {
        const ids = await lockDue(tx, siteDay(deps.clock.now()))
        const published = await publish(tx, ids, deps.clock.now())
        if (published.length > 0) emit({ kind: 'answers.published', member_ids: published })
        return ids.length
      })
  }

async function lockDue(tx: Tx, today: string): Promise<number[]> {
  const { rows } = await sql<{ member_id: number }>`
    select member_id from question_member where recount_day <= ${today}::date
    order by member_id limit ${CHUNK} for update skip locked`.execute(tx)
  return rows.map(({ member_id }) => member_id)
}

/**
 * Returns the members whose published answers changed. A separate statement from the lock, so that it sees every change
 * that set `recount_day`.
 */
async function publish(tx: Tx, ids: readonly number[], now: number): Promise<number[]> {
  if (ids.length === 0) return []
  const [old, tomorrow] = [now - ANSWERED_FOR, siteDay(nextSiteDay(now))]
  const { rows } = await sql<{ member_id: number; changed: boolean }>`
    with fresh as (
      select m.member_id, m.published as before,
        coalesce(string_agg(int4send((a.question_id::int << 10) | (a.choice << 7) | (a.accepts << 2) | a.importance), ''
          order by a.question_id) filter (where a.answered_ts <= ${old}), '') as published,
        bool_or(a.answered_ts > ${old}) as waits
      from question_member m left join question_answer a on a.member_id = m.member_id and a.shown
      where m.member_id = any(${ids}::bigint[]) group by m.member_id
    )
    update question_member m set published = f.published,
      published_ts = case when f.published <> f.before then ${now} else m.published_ts end,
      recount_day = case when f.waits then ${tomorrow}::date end
    from fresh f where m.member_id = f.member_id
    returning m.member_id, f.published <> f.before as changed`.execute(tx)
  return rows.filter(({ changed }) => changed).map(({ member_id }) => member_id)
}

/** The profiles opened on earlier days (index question_member_opened). */
const forgetOpened = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  sql`
    update question_member set opened = '{}', opened_day = null
    where opened_day < ${siteDay(clock.now())}::date`.execute(db)
