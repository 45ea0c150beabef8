import type {
  changeScamRule as changeCall,
  scamRules as listCall,
} from '@rosella/contract/admin/shield-endpoints'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { SIGN_SECONDS } from '@rosella/contract/safety/scam-rules'
import { sql } from 'kysely'
import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import { isRuleKey, ruleKeys, scamRules } from '../../domain/scam-signs/rules'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { recordAudit } from './record-audit'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

/** Every rule with what it found while signs are kept, and what people said of that. */
export async function listScamRules({ db, clock }: Deps): Promise<ReplyOf<typeof listCall>> {
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
  deps: Deps,
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
