import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../database/transaction'
import { knownInRelation } from '../../database/visible-members'

/** Whom the member may see, and whom only their own block hides (primary keys). */
export async function isKnown(db: Reader, memberId: number, otherId: number): Promise<boolean> {
  const { rows } = await sql<{ known: SqlBool }>`
    select ${knownInRelation(memberId)} as known
    from member m left join relation r on r.me = ${memberId} and r.other = m.id
    where m.id = ${otherId}`.execute(db)
  return rows[0]?.known === true
}
