import { PROOF_SECONDS } from '@rosella/contract/access/key-rules'
import { sql } from 'kysely'
import { hasStatus } from '../../database/has-status'
import { prepared } from '../../database/prepared'
import { readRole } from '../../database/staff'
import { unlistedFor } from '../../database/visible-members'
import { hashSecret } from '../../domain/secret'
import { isPremium, namedRole, roleOf, type Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import type { Activity } from './record-activity'
import { isKeyMissing } from './second-key'

type Deps = Pick<Services, 'db' | 'clock' | 'site' | 'settings'> & { activity: Activity }

interface Row extends Omit<Viewer, 'premium' | 'key_missing' | 'proved' | 'impersonator'> {
  proved_ts: number | null
  admin_id: number | null
  premium: boolean
  premium_until_ts: number | null
  email_confirmed: boolean
}

const byToken = prepared(
  (tokenHash: Buffer, email: string, now: number) => sql<Row>`
    select s.id as session_id, s.admin_id, s.proved_ts, m.id, m.status, m.premium, m.premium_until_ts, m.gender, m.interested,
      a.email, a.email_confirmed, a.role, ${unlistedFor(sql.ref('m.id'))} as hidden
    from session s join member m on m.id = s.member_id join account a on a.member_id = s.member_id
    where s.token_hash = ${tokenHash} and s.expires_ts > ${now} and ${hasStatus('m.status', 'unfinished', 'active')}
      and lower(a.email) = lower(${email})`,
)

/** The member of a session, if it is alive and the address is theirs. Their own calls count as activity. */
export async function findViewer(
  deps: Deps,
  credentials: { email: string; token: string },
): Promise<Viewer | undefined> {
  const now = deps.clock.now()
  const [row] = await byToken(deps.db, hashSecret(credentials.token), credentials.email, now)
  if (!row) return undefined
  if (row.admin_id === null) deps.activity.touch(row.id, now, row.session_id)
  else if (!(await mayAct(deps, row.admin_id, row))) return undefined
  const role = roleOf(deps.site, row)
  return {
    id: row.id,
    session_id: row.session_id,
    email: row.email,
    status: row.status,
    gender: row.gender,
    interested: row.interested,
    hidden: row.hidden,
    premium: isPremium(row, now),
    role,
    key_missing: role !== null && (await isKeyMissing(deps, row.id)),
    proved: row.proved_ts !== null && row.proved_ts > now - PROOF_SECONDS,
    impersonator: row.admin_id,
  }
}

/** Whoever is no admin any more may not go on acting as others; nor as somebody who has been given a role since. */
async function mayAct(deps: Deps, adminId: number, member: Pick<Row, 'email' | 'role'>): Promise<boolean> {
  if (namedRole(deps.site, member) !== null) return false
  return (await readRole(deps.db, deps.site, adminId)) === 'admin' && !(await isKeyMissing(deps, adminId))
}
