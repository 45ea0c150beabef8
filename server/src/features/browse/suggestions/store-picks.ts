import { sql } from 'kysely'
import { withTransaction } from '../../../platform/database/transaction'
import type { Services } from '../../../platform/services'

type Deps = Pick<Services, 'db' | 'bus'>

export interface DayPicks {
  member_id: number
  others: number[]
  different: boolean[]
  /** Reason keys separated by blanks. */
  reasons: string[]
  /** The expected likes of each pick. Stored as sums, never by pair. */
  expected: number[]
}

/**
 * Stores picks unless the member already has some for the day, and returns how many lists were stored. Only an empty
 * list is replaced. It locks all members involved first, in ascending order, because an account deletion also locks its
 * member first.
 */
export async function storePicks(
  deps: Deps,
  day: string,
  picks: readonly DayPicks[],
  madeFor = '',
): Promise<number> {
  if (picks.length === 0) return 0
  const memberIds = [...new Set(picks.flatMap(({ member_id, others }) => [member_id, ...others]))]
  return withTransaction(deps, async (tx) => {
    const { rows: present } = await sql<{ id: number }>`
      select id from member where id = any(${memberIds}::bigint[]) order by id for key share`.execute(tx)
    const ids = new Set(present.map(({ id }) => id))
    const rows = picks.filter(({ member_id }) => ids.has(member_id)).map((row) => withoutDeleted(row, ids))
    const { rows: stored } = await sql<{ member_id: number }>`
      insert into suggestion (member_id, day, others, different, reasons, made_for)
      select r.member_id, ${day}::date, r.others, r.different, r.reasons, ${madeFor}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (member_id bigint, others bigint[], different boolean[], reasons text[])
      order by r.member_id on conflict (member_id, day) do update
      set others = excluded.others, different = excluded.different, reasons = excluded.reasons,
        made_for = excluded.made_for, tries = suggestion.tries + 1
      where suggestion.others = '{}' returning member_id`.execute(tx)
    const isStored = new Set(stored.map(({ member_id }) => member_id))
    const counts = countOthers(rows.filter(({ member_id }) => isStored.has(member_id)))
    await sql`
      insert into impression (member_id, day, surface, picked, expected)
      select id, ${day}::date, 'for-you', picked, expected
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as r (id bigint, picked integer, expected real) order by id
      on conflict (member_id, day, surface) do update
      set picked = impression.picked + excluded.picked, expected = impression.expected + excluded.expected`.execute(
      tx,
    )
    return stored.length
  })
}

function withoutDeleted(row: DayPicks, ids: ReadonlySet<number>): DayPicks {
  const places = [...row.others.keys()].filter((at) => ids.has(row.others[at] as number))
  const kept = <T>(column: readonly T[]) => places.map((at) => column[at] as T)
  return {
    member_id: row.member_id,
    others: kept(row.others),
    different: kept(row.different),
    reasons: kept(row.reasons),
    expected: kept(row.expected),
  }
}

function countOthers(rows: readonly DayPicks[]) {
  const counts = new Map<number, { id: number; picked: number; expected: number }>()
  for (const { others, expected } of rows) {
    others.forEach((id, at) => {
      const count = counts.get(id) ?? { id, picked: 0, expected: 0 }
      counts.set(id, count)
      count.picked++
      count.expected += expected[at] as number
    })
  }
  return [...counts.values()]
}
