import { SIGN_SECONDS } from '@rosella/contract/safety/rules'
import { sql } from 'kysely'
import { prepared } from '../../../platform/database/prepared'
import { type Emit, type Reader, type Tx, withTransaction } from '../../../platform/database/transaction'
import type { Services } from '../../../platform/services'
import { copyPhotos, discardCopies } from '../photo-copies'
import {
  type Background,
  type Judgement,
  judge,
  RESTRICT_IN_ALL,
  RESTRICT_RECEIVERS,
  sumOf,
} from '../scam-signs/judge'
import { isRuleKey, type RuleKey } from '../scam-signs/rules'
import { type Copies, raiseCase } from './raise-case'

/** More messages tell nothing new about how well two people know each other. */
const COUNTED = 50

interface BackgroundRow {
  sent: number
  received: number
  first_ts: number | null
  signs: { rule: string; mine: boolean; open: boolean }[] | null
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
      (select json_agg(json_build_object('rule', s.rule, 'mine', s.sender_id = ${sender}, 'open', s.outcome is null)
          order by s.message_id, s.rule)
        from scam_sign s
        where ((s.sender_id = ${sender} and s.receiver_id = ${receiver})
            or (s.sender_id = ${receiver} and s.receiver_id = ${sender}))
          and s.counted and s.message_id < ${before} and s.ts > ${since}) as signs`,
)

/** The history of two members before a message. Decided signs no longer count. */
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
      .filter((sign) => sign.mine === mine && (!mine || sign.open))
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
    if (judgement.step >= 2) await warn(tx, emit, message, now)
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
  now: number,
): Promise<void> {
  const warned = await tx
    .insertInto('scam_warning')
    .values({ sender_id, receiver_id, since_ts: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('receiver_id')
    .executeTakeFirst()
  if (!warned) return
  await tx.insertInto('shield_event').values({ ts: now, kind: 'warning' }).execute()
  emit({ kind: 'message.warned', from: sender_id, to: receiver_id, shown: true })
}

/** One severe conversation, two warned receivers, or a little with many people. */
async function mustRestrict(
  tx: Tx,
  { sender_id }: RecordedMessage,
  { judgement, found, now }: Omit<Judged, 'background'>,
): Promise<boolean> {
  const { rows } = await sql<{ is_restricted: boolean; warned: number }>`
    select exists (select from messaging_restriction where member_id = ${sender_id} and ended_ts is null) as is_restricted,
      (select count(*)::int from scam_warning w where w.sender_id = ${sender_id} and w.dismissed_ts is null
        and w.since_ts > greatest(${now - SIGN_SECONDS}::bigint,
          (select max(ended_ts) from messaging_restriction where member_id = ${sender_id}))) as warned`.execute(
    tx,
  )
  const [state] = rows
  if (!state || state.is_restricted) return false
  if (judgement.step === 3 || state.warned >= RESTRICT_RECEIVERS) return true
  return (await sumInAll(tx, sender_id, found, now)) >= RESTRICT_IN_ALL
}

/** Over all receivers, with each conversation judged separately (index scam_sign_pair). */
async function sumInAll(tx: Tx, senderId: number, { onlyOn }: FoundSigns, now: number): Promise<number> {
  const rows = await tx
    .selectFrom('scam_sign')
    .where('sender_id', '=', senderId)
    .where('counted', '=', true)
    .where('outcome', 'is', null)
    .where('ts', '>', now - IN_ALL_SECONDS)
    .select(['receiver_id', 'rule'])
    .execute()
  const byReceiver = new Map<number, RuleKey[]>()
  for (const { receiver_id, rule } of rows)
    if (isRuleKey(rule)) byReceiver.set(receiver_id, [...(byReceiver.get(receiver_id) ?? []), rule])
  const sums = await Promise.all([...byReceiver.values()].map(async (keys) => sumOf(await onlyOn(keys))))
  return sums.reduce((all, sum) => all + sum, 0)
}

export interface SenderAndReceiver {
  sender_id: number
  receiver_id: number
}
