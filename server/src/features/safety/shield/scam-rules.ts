import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { type ScamRuleMode, SIGN_SECONDS } from '@rosella/contract/safety/rules'
import type {
  changeScamRule as changeCall,
  scamRules as listCall,
} from '@rosella/contract/safety/shield-endpoints'
import { sql } from 'kysely'
import { recordAudit } from '../../../members/audit'
import { type Emit, type Tx, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { queueCaseEmail } from '../case-email'
import { isRuleKey, ruleKeys, scamRules } from '../scam-signs/rules'

/** Every rule with its hits and their outcomes. */
export async function listScamRules({ db, clock }: Services): Promise<ReplyOf<typeof listCall>> {
  const { rows } = await sql<{ rule: string; hits: number; dismissed: number; upheld: number }>`
    select rule, count(*)::int as hits, count(*) filter (where outcome = 'dismissed')::int as dismissed,
      count(*) filter (where outcome = 'upheld')::int as upheld
    from scam_sign where ts > ${clock.now() - SIGN_SECONDS} group by rule`.execute(db)
  const found = new Map(rows.map((row) => [row.rule, row]))
  const set = await db.selectFrom('scam_rule').selectAll().execute()
  const modes = new Map(set.map(({ key, mode }) => [key, mode]))
  return {
    items: ruleKeys.map((key) => {
      const { hits = 0, dismissed = 0, upheld = 0 } = found.get(key) ?? {}
      const decided = dismissed + upheld
      return {
        key,
        label: scamRules[key].label,
        mode: modes.get(key) ?? 'on',
        hits,
        dismissed,
        upheld,
        precision: decided === 0 ? null : upheld / decided,
      }
    }),
  }
}

export async function changeScamRule(
  deps: Services,
  admin: Pick<Viewer, 'id'>,
  { key, mode }: Pick<InputOf<typeof changeCall>, 'key' | 'mode'>,
): Promise<{ message?: string }> {
  if (!isRuleKey(key)) throw new Problem('scam-rule.unknown')
  return withTransaction(deps, async (tx, emit) => {
    await tx
      .insertInto('scam_rule')
      .values({ key, mode: 'on' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const before = await tx
      .selectFrom('scam_rule')
      .where('key', '=', key)
      .forUpdate()
      .select('mode')
      .executeTakeFirstOrThrow()
    if (before.mode === mode) return {}
    await tx.updateTable('scam_rule').set({ mode }).where('key', '=', key).execute()
    await recordAudit(tx, admin, deps.clock.now(), {
      action: 'scam-rule.change',
      before: { key, mode: before.mode },
      after: { key, mode },
    })
    emit({ kind: 'settings.changed' })
    return {}
  })
}

interface Decided {
  id: number
  reporter_id: number | null
  member_id: number
  reason_key: string | null
  outcome: 'dismissed' | 'warned' | 'suspended' | 'banned'
}

/** A decision about a report with one of these reasons also decides whether the shield was right. */
const SCAM_REASONS = ['fake', 'money']

/** Applies a decision to the scam shield: marks its signs as right or wrong and ends the restriction. */
export async function settleSigns(tx: Tx, emit: Emit, report: Decided, now: number): Promise<void> {
  const outcome = report.outcome === 'dismissed' ? 'dismissed' : 'upheld'
  if (report.reporter_id === null) await settleCase(tx, emit, report, outcome, now)
  else if (SCAM_REASONS.includes(report.reason_key ?? '')) {
    await tx
      .updateTable('scam_sign')
      .set({ outcome })
      .where('sender_id', '=', report.member_id)
      .where('receiver_id', '=', report.reporter_id)
      .where('outcome', 'is', null)
      .where('report_id', 'is', null)
      .execute()
  }
}

async function settleCase(
  tx: Tx,
  emit: Emit,
  { id, member_id }: Decided,
  outcome: 'dismissed' | 'upheld',
  now: number,
): Promise<void> {
  await tx
    .updateTable('messaging_restriction')
    .set({ ended_ts: now })
    .where('report_id', '=', id)
    .where('ended_ts', 'is', null)
    .execute()
  if (outcome === 'dismissed') {
    const ended = await tx
      .updateTable('scam_warning')
      .set({ dismissed_ts: now })
      .where('sender_id', '=', member_id)
      .where('dismissed_ts', 'is', null)
      .where('receiver_id', 'in', (of) =>
        of.selectFrom('scam_sign').where('report_id', '=', id).select('receiver_id'),
      )
      .returning('receiver_id')
      .execute()
    for (const { receiver_id } of ended)
      emit({ kind: 'message.warned', from: member_id, to: receiver_id, shown: false })
    await queueCaseEmail(tx, emit, { about: 'restriction ended', report_id: id, member_id }, now)
  }
  await tx.updateTable('scam_sign').set({ outcome }).where('report_id', '=', id).execute()
}

type Modes = ReadonlyMap<string, ScamRuleMode>

const MAX_AGE_MS = 60_000

/** The modes that admins have set, cached until an event announces a change or a minute has passed. */
export function openRuleModes(deps: Services): () => Promise<Modes> {
  let cached: { at: number; value: Promise<Modes> } | undefined
  const forget = () => {
    cached = undefined
  }
  deps.bus.subscribe((event) => event.kind === 'settings.changed' && forget())
  deps.bus.onGap(forget)
  return () => {
    const now = performance.now()
    if (cached && now - cached.at < MAX_AGE_MS) return cached.value
    const value = load(deps)
    cached = { at: now, value }
    value.catch(forget)
    return value
  }
}

async function load({ db }: Services): Promise<Modes> {
  const rows = await db.selectFrom('scam_rule').selectAll().execute()
  return new Map(rows.map(({ key, mode }) => [key, mode]))
}
