import { REAUTHENTICATION_SECONDS, type SessionEnd } from '@rosella/contract/access/rules'
import { sql } from 'kysely'
import { readRole } from '../../members/staff'
import { hasStatus } from '../../members/visible-members'
import { prepared } from '../../platform/database/prepared'
import type { Reader } from '../../platform/database/transaction'
import { plainAddress } from '../../platform/email/address'
import { isPremium, namedRole, roleOf, type Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import { hashSecret } from '../../platform/secret'
import type { Services } from '../../platform/services'
import { readOwnCredentials } from './credentials'
import type { Activity } from './record-activity'

/** Whether the site requires a passkey or two-step verification for staff and this member has neither. */
export async function requiresStrongAuth({ db, settings }: Services, memberId: number): Promise<boolean> {
  const { staff_strong_auth } = await settings.current()
  if (staff_strong_auth !== 1) return false
  const { passkeys, two_step_ts } = await readOwnCredentials(db, memberId)
  return passkeys.length === 0 && two_step_ts === null
}

interface SessionRow extends Omit<Viewer, 'premium' | 'key_missing' | 'reauthenticated' | 'impersonator'> {
  reauthenticated_ts: number | null
  admin_id: number | null
  premium: boolean
  premium_until_ts: number | null
  email_confirmed: boolean
}

const byToken = prepared(
  (tokenHash: Buffer, now: number) => sql<SessionRow>`
    select s.id as session_id, s.admin_id, s.reauthenticated_ts, m.id, m.status, m.premium, m.premium_until_ts, m.gender, m.interested,
      a.email, a.email_confirmed, a.role
    from session s join member m on m.id = s.member_id join account a on a.member_id = s.member_id
    where s.token_hash = ${tokenHash} and s.expires_ts > ${now} and ${hasStatus('m.status', 'unfinished', 'active')}`,
)

/** The member of a live session, if the address is theirs. Their own calls count as activity. */
export async function findViewer(
  deps: Services & { activity: Activity },
  credentials: { email: string; token: string },
): Promise<Viewer | undefined> {
  const now = deps.clock.now()
  const [row] = await byToken(deps.db, hashSecret(credentials.token), now)
  if (!row) await explainEnd(deps.db, credentials.token, now)
  if (!row || plainAddress(row.email) !== plainAddress(credentials.email)) return undefined
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
    premium: isPremium(row, now),
    role,
    key_missing: role !== null && (await requiresStrongAuth(deps, row.id)),
    reauthenticated:
      row.reauthenticated_ts !== null && row.reauthenticated_ts > now - REAUTHENTICATION_SECONDS,
    impersonator: row.admin_id,
  }
}

/** Throws the reason why the token's session ended, if it was a session. */
async function explainEnd(db: Reader, token: string, now: number): Promise<void> {
  const { rows } = await sql<{ why: SessionEnd }>`
    select why from ended_session where token_hash = ${hashSecret(token)}
    union all
    select 'expired' from session where token_hash = ${hashSecret(token)} and expires_ts <= ${now}`.execute(
    db,
  )
  if (rows[0]) throw new Problem('session.none', { why: rows[0].why })
}

/** Impersonation ends when the admin loses the role, or the member is given one. */
async function mayAct(
  deps: Services,
  adminId: number,
  member: Pick<SessionRow, 'email' | 'role'>,
): Promise<boolean> {
  if (namedRole(deps.site, member) !== null) return false
  return (
    (await readRole(deps.db, deps.site, adminId)) === 'admin' && !(await requiresStrongAuth(deps, adminId))
  )
}

/**
 * The live session in the headers of a call that doesn't need one. With an `admin_id` it belongs to an
 * impersonator.
 */
export async function sessionFromHeaders(
  db: Reader,
  { email, token }: { email: string; token: string },
  now: number,
) {
  const session = await db
    .selectFrom('session as s')
    .innerJoin('account as a', 'a.member_id', 's.member_id')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .where('s.token_hash', '=', hashSecret(token))
    .where(hasStatus('m.status', 'unfinished', 'active'))
    .where('s.expires_ts', '>', now)
    .select(['s.id', 's.member_id', 's.admin_id', 'a.email'])
    .executeTakeFirst()
  return session && plainAddress(session.email) === plainAddress(email) ? session : undefined
}
