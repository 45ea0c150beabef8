import { normalText } from '@rosella/contract/profile/rules'
import { sql } from 'kysely'
import { recordAudit } from '../../../members/audit'
import { type Reader, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'

/** Discussion prompts and tips are alike but for the name of their words. */
const columns = { prompt: 'question', tip: 'text' } as const
export type TextKind = keyof typeof columns

export interface Text {
  id: number
  words: string
  active: boolean
}

const PAGE_SIZE = 50

export async function listTexts(
  db: Reader,
  kind: TextKind,
  p = 1,
): Promise<{ items: Text[]; pages: number }> {
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(kind)}`.execute(db)
  const pages = Math.max(1, Math.ceil((counted[0]?.n ?? 0) / PAGE_SIZE))
  const { rows } = await sql<Text>`
    select id, ${sql.ref(columns[kind])} as words, active from ${sql.table(kind)}
    order by active desc, id limit ${PAGE_SIZE} offset ${(Math.min(p, pages) - 1) * PAGE_SIZE}`.execute(db)
  return { items: rows, pages }
}

/** Adds one, or changes it. None is ever removed: answers refer to it, so it is no longer asked instead. */
export async function saveText(
  deps: Services,
  admin: Viewer,
  kind: TextKind,
  input: { id?: number; words: string; active: boolean },
): Promise<{ message?: string }> {
  const words = normalText(input.words).trim()
  if (words === '') throw new Problem('invalid')
  const column = sql.ref(columns[kind])
  return withTransaction(deps, async (tx) => {
    const { rows: known } = await sql<Text>`
      select id, ${column} as words, active from ${sql.table(kind)}
      where id = ${input.id ?? null}::int for update`.execute(tx)
    const [before] = known
    if (input.id !== undefined && !before) throw new Problem('content.unknown')
    const stored = before
      ? sql<Text>`update ${sql.table(kind)} set ${column} = ${words}, active = ${input.active}
          where id = ${before.id} returning id, ${column} as words, active`
      : sql<Text>`insert into ${sql.table(kind)} (${column}, active) values (${words}, ${input.active})
          returning id, ${column} as words, active`
    const { rows } = await stored.execute(tx).catch((error: { code?: string }) => {
      throw error.code === UNIQUE ? new Problem('content.twice') : error
    })
    await recordAudit(tx, admin, deps.clock.now(), {
      action: `${kind}.${before ? 'change' : 'add'}`,
      before,
      after: rows[0],
    })
    return {}
  })
}

const UNIQUE = '23505'
