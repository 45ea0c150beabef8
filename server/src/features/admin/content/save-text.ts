import { normalText } from '@rosella/contract/profile/rules'
import { sql } from 'kysely'
import { recordAudit } from '../../../members/audit'
import { type Reader, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'

/** Discussion prompts and tips differ only in the name of their text column. */
const columns = { prompt: 'question', tip: 'text' } as const
export type TextKind = keyof typeof columns

export interface Text {
  id: number
  text: string
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
    select id, ${sql.ref(columns[kind])} as text, active from ${sql.table(kind)}
    order by active desc, id limit ${PAGE_SIZE} offset ${(Math.min(p, pages) - 1) * PAGE_SIZE}`.execute(db)
  return { items: rows, pages }
}

/**
 * Adds or changes a text. Texts are never deleted, because answers refer to them; inactive ones are no longer
 * offered.
 */
export async function saveText(
  deps: Services,
  admin: Viewer,
  kind: TextKind,
  input: { id?: number; text: string; active: boolean },
): Promise<{ message?: string }> {
  const text = normalText(input.text).trim()
  if (text === '') throw new Problem('invalid')
  const column = sql.ref(columns[kind])
  return withTransaction(deps, async (tx) => {
    const { rows: known } = await sql<Text>`
      select id, ${column} as text, active from ${sql.table(kind)}
      where id = ${input.id ?? null}::int for update`.execute(tx)
    const [before] = known
    if (input.id !== undefined && !before) throw new Problem('content.unknown')
    const stored = before
      ? sql<Text>`update ${sql.table(kind)} set ${column} = ${text}, active = ${input.active}
          where id = ${before.id} returning id, ${column} as text, active`
      : sql<Text>`insert into ${sql.table(kind)} (${column}, active) values (${text}, ${input.active})
          returning id, ${column} as text, active`
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
