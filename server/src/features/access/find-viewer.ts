import { sql } from 'kysely'
import { hashSecret } from '../../domain/secret'
import { ACTIVE, isAdmin, isPremium, type Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'
import type { Activity } from './record-activity'

type Deps = Pick<Foundations, 'db' | 'clock' | 'site'> & { activity: Activity }

/** The member of a session, if it is alive and the address is theirs. Their own calls count as activity. */
export async function findViewer(
  deps: Deps,
  credentials: { email: string; token: string },
): Promise<Viewer | undefined> {
  const now = deps.clock.now()
  const row = await deps.db
    .selectFrom('session as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .innerJoin('account as a', 'a.member_id', 's.member_id')
    .where('s.token_hash', '=', hashSecret(credentials.token))
    .where('s.expires_ts', '>', now)
    .where('m.status', 'in', [1, 2])
    .where(sql`lower(a.email)`, '=', sql`lower(${credentials.email})`)
    .select(['s.id as session_id', 's.admin_id', 'm.id', 'm.status', 'm.premium', 'm.premium_until_ts'])
    .select(['a.email', 'a.email_confirmed'])
    .executeTakeFirst()
  if (!row) return undefined
  if (row.admin_id === null) deps.activity.touch(row.id, now, row.session_id)
  else if (!(await isStillAdmin(deps, row.admin_id))) return undefined
  return {
    id: row.id,
    session_id: row.session_id,
    email: row.email,
    status: row.status,
    premium: isPremium(row, now),
    admin: isAdmin(deps.site, row),
    impersonator: row.admin_id,
  }
}

/** Whoever is no admin any more may not go on acting as others. */
async function isStillAdmin(deps: Deps, adminId: number): Promise<boolean> {
  const admin = await deps.db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where('m.id', '=', adminId)
    .where('m.status', '=', ACTIVE)
    .select(['a.email', 'a.email_confirmed'])
    .executeTakeFirst()
  return admin !== undefined && isAdmin(deps.site, admin)
}
