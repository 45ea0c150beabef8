import { PICTURES_RULE, SIGN_SECONDS } from '@rosella/contract/safety/rules'
import { sql } from 'kysely'
import { prepared } from '../../../platform/database/prepared'
import { type Emit, type Reader, type Tx, withTransaction } from '../../../platform/database/transaction'
import type { Services } from '../../../platform/services'
import { copyPhotos, discardCopies } from '../photo-copies'
import { type Background, type Judgement, judge, restrictsInAll } from '../scam-signs/judge'
import { isRuleKey, type RuleKey } from '../scam-signs/rules'
import { type Copies, raiseCase } from './raise-case'

/** More messages tell nothing new about how well two people know each other. */
const COUNTED = 50

interface BackgroundRow {
  sent: number
  received: number
  first_ts: number | null
  signs: { rule: string; mine: boolean; outcome: 'dismissed' | 'upheld' | null }[] | null
}

// Indexes: message_sent for the counts, message_pair for the first message, scam_sign_pair for the signs.
const find = prepared(
  (
    sender: number,
    receiver: number,
    low: number,
    high: number,
    before: number,
    since: number,
  ) => sql<BackgroundRow>`
    select
      (select count(*)::int from (select from message
        where sender_id = ${sender} and receiver_id = ${receiver} and id < ${before} limit ${sql.lit(COUNTED)}) m) as sent,
      (select count(*)::int from (select from message
        where sender_id = ${receiver} and receiver_id = ${sender} and id < ${before} limit ${sql.lit(COUNTED)}) m) as received,
      (select ts from message where least(sender_id, receiver_id) = ${low} and greatest(sender_id, receiver_id) = ${high}
        order by id limit 1) as first_ts,
      (select json_agg(json_build_object('rule', s.rule, 'mine', s.sender_id = ${sender}, 'outcome', s.outcome)
          order by s.message_id, s.rule)
        from scam_sign s
        where ((s.sender_id = ${sender} and s.receiver_id = ${receiver})
            or (s.sender_id = ${receiver} and s.receiver_id = ${sender}))
          and s.counted and s.message_id < ${before} and s.ts > ${since}) as signs`,
)

/**
 * The history of two members before a message. Decided signs no longer count, and a dismissed one counts for nobody:
 * it does not excuse the other member either.
 */
export async function readBackground(
  db: Reader,
  { sender_id: sender, receiver_id: receiver }: SenderAndReceiver,
  now: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<Background> {
  const [low, high] = [Math.min(sender, receiver), Math.max(sender, receiver)]
  const [row] = await find(db, sender, receiver, low, high, before, now - SIGN_SECONDS)
  const signs = row?.signs ?? []
  const keys = (mine: boolean) =>
    signs
      .filter(
        ({ mine: isMine, outcome }) =>
          isMine === mine && (outcome === null || (!mine && outcome === 'upheld')),
      )
      .map(({ rule }) => rule)
      .filter(isRuleKey)
  return {
    sent: row?.sent ?? 0,
    received: row?.received ?? 0,
    age: row?.first_ts == null ? 0 : now - row.first_ts,
    mine: keys(true),
    theirs: keys(false),
  }
}

interface RecordedMessage extends SenderAndReceiver {
  id: number
}
interface FoundSigns {
  active: readonly RuleKey[]
  /** Hits of rules in the mode `count`. */
  counting: readonly RuleKey[]
  /** Leaves out earlier hits of rules that are no longer on. */
  onlyOn(signs: readonly RuleKey[]): Promise<RuleKey[]>
}

/** Signs in conversations with several people add up over this many seconds. */
const IN_ALL_SECONDS = 7 * 86_400

/**
 * Records the signs of a message and takes the steps that follow. The messages of one sender are handled one at a
 * time across processes, so a case is raised only once. A case needs copies of photos, which are made outside the
 * transaction; it is then started again with them.
 */
export async function recordSigns(
  deps: Services,
  message: RecordedMessage,
  found: FoundSigns,
): Promise<void> {
  const first = await tryRecording(deps, message, found, undefined)
  if (first !== 'needs copies') return
  const copies = await copyPhotos(deps, message.sender_id)
  const second = await tryRecording(deps, message, found, copies)
  await discardCopies(deps, copies, second === 'needs copies' ? [] : second)
}

class NeedsCopies extends Error {}

async function tryRecording(
  deps: Services,
  message: RecordedMessage,
  found: FoundSigns,
  copies: Copies | undefined,
) {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    if (!(await lockBoth(tx, message))) return []
    const before = await readBackground(tx, message, now, message.id)
    const background = { ...before, mine: await found.onlyOn(before.mine) }
    const judgement = judge(found.active, background)
    if (!(await storeSigns(tx, message, { judgement, found, background, now }))) return []
    await tx.insertInto('shield_event').values({ ts: now, kind: 'signs' }).execute()
    if (judgement.counted.length === 0 || (await isDismissed(tx, message))) return []
    if (judgement.step >= 2) await warn(tx, emit, message, { judgement, now })
    if (!(await mustRestrict(tx, message, { judgement, found, now }))) return []
    if (!copies) throw new NeedsCopies()
    return raiseCase(tx, emit, { member_id: message.sender_id, copies, now })
  }).catch((error) => {
    if (error instanceof NeedsCopies) return 'needs copies' as const
    throw error
  })
}

/** Locks the lower id first, like all pair locks. False if one of the two is gone. */
async function lockBoth(tx: Tx, { sender_id, receiver_id }: RecordedMessage): Promise<boolean> {
  const both = await tx
    .selectFrom('member')
    .where('id', 'in', [sender_id, receiver_id])
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id')
    .execute()
  return both.length === 2
}

interface Judged {
  judgement: Judgement
  found: FoundSigns
  background: Background
  now: number
}

/** Returns false if the signs were already stored, so that a resend counts once. */
async function storeSigns(
  tx: Tx,
  message: RecordedMessage,
  { judgement, found, background, now }: Judged,
): Promise<boolean> {
  const { id, sender_id, receiver_id } = message
  const counting = judge(found.counting, background).counted
  const signs = [
    ...judgement.counted.map((rule) => ({ rule, counted: true })),
    ...counting.map((rule) => ({ rule, counted: false })),
  ]
  if (signs.length === 0) return false
  const stored = await tx
    .insertInto('scam_sign')
    .values(signs.map((sign) => ({ ...sign, message_id: id, sender_id, receiver_id, ts: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('rule')
    .execute()
  return stored.length > 0
}

async function isDismissed(tx: Tx, { sender_id, receiver_id }: RecordedMessage): Promise<boolean> {
  const said = await tx
    .selectFrom('scam_warning')
    .where('receiver_id', '=', receiver_id)
    .where('sender_id', '=', sender_id)
    .where('dismissed_ts', 'is not', null)
    .select('receiver_id')
    .executeTakeFirst()
  return said !== undefined
}

async function warn(
  tx: Tx,
  emit: Emit,
  { sender_id, receiver_id }: RecordedMessage,
  { judgement, now }: Pick<Judged, 'judgement' | 'now'>,
): Promise<void> {
  // A later request for pictures changes the advice of a warning that is already shown.
  const pictures = judgement.all.includes(PICTURES_RULE)
  const warned = await tx
    .insertInto('scam_warning')
    .values({ sender_id, receiver_id, since_ts: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('receiver_id')
    .executeTakeFirst()
  if (warned) await tx.insertInto('shield_event').values({ ts: now, kind: 'warning' }).execute()
  else if (!judgement.counted.includes(PICTURES_RULE)) return
  emit({ kind: 'message.warned', from: sender_id, to: receiver_id, shown: true, pictures })
}

/** One severe conversation, or several in which the member raised a subject. */
async function mustRestrict(
  tx: Tx,
  { sender_id }: RecordedMessage,
  { judgement, found, now }: Omit<Judged, 'background'>,
): Promise<boolean> {
  const restriction = await tx
    .selectFrom('messaging_restriction')
    .where('member_id', '=', sender_id)
    .select((eb) => [
      eb.fn.max('ended_ts').as('last_end'),
      sql<boolean>`coalesce(bool_or(ended_ts is null), false)`.as('is_open'),
    ])
    .executeTakeFirstOrThrow()
  if (restriction.is_open) return false
  if (judgement.step === 3) return true
  // Indexes: scam_sign_pair for the signs, the primary key of scam_warning for the warnings.
  const { rows } = await sql<{ receiver_id: number; rule: string; ts: number; warned_ts: number | null }>`
    select s.receiver_id, s.rule, s.ts, w.since_ts as warned_ts
    from scam_sign s left join scam_warning w
      on w.receiver_id = s.receiver_id and w.sender_id = s.sender_id and w.dismissed_ts is null
    where s.sender_id = ${sender_id} and s.counted and s.outcome is null and s.ts > ${now - SIGN_SECONDS}`.execute(
    tx,
  )
  const byReceiver = new Map<number, typeof rows>()
  for (const row of rows) byReceiver.set(row.receiver_id, [...(byReceiver.get(row.receiver_id) ?? []), row])
  const conversations = await Promise.all(
    [...byReceiver.values()].map(async (signs) => {
      const keysSince = (since: number) =>
        found.onlyOn(signs.flatMap(({ rule, ts }) => (ts > since && isRuleKey(rule) ? [rule] : [])))
      const isWarned = signs.some(({ warned_ts }) => (warned_ts ?? 0) > (restriction.last_end ?? 0))
      return { isWarned, keys: await keysSince(0), recent: await keysSince(now - IN_ALL_SECONDS) }
    }),
  )
  return restrictsInAll(conversations)
}

export interface SenderAndReceiver {
  sender_id: number
  receiver_id: number
}
