import { isPassword } from '@rosella/contract/access/rules'
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/transaction'
import type { Viewer } from '../platform/http/viewer'
import { Problem } from '../platform/problem'
import type { Services } from '../platform/services'
import { hashBannedAddress } from './address-hash'
import { lockSession } from './sessions'

type Deps = Pick<Services, 'db' | 'passwords'>

/** Answers the hash that the password was right for; refuses a wrong one, and a member who never set one. */
export async function assertPassword(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  password: string,
): Promise<string> {
  const account = await deps.db
    .selectFrom('account')
    .where('member_id', '=', viewer.id)
    .select('password_hash')
    .executeTakeFirst()
  const right = await deps.passwords.verify(account?.password_hash, password)
  if (!right || !account?.password_hash) throw new Problem('password.wrong')
  return account.password_hash
}

/**
 * Locks the member. Proving takes its time, and what another device did meanwhile counts: a new password
 * makes the old one wrong, and an ended session does nothing more.
 */
export async function lockAndReauthenticate(
  tx: Tx,
  viewer: Pick<Viewer, 'id' | 'session_id'>,
  reauthenticated: string,
): Promise<void> {
  await lockSession(tx, viewer)
  const account = await tx
    .selectFrom('account')
    .where('member_id', '=', viewer.id)
    .select('password_hash')
    .executeTakeFirst()
  if (account?.password_hash !== reauthenticated) throw new Problem('password.wrong')
}

type Site = Pick<Services['site'], 'adminEmails'>

/**
 * Refuses an address that somebody has, or can have back because the change of it can still be undone; that was banned
 * (also once the account is erased), or that the configuration keeps for an admin: with one answer and one query, so that
 * neither words nor time tell which it is. `memberId` may have back what was theirs.
 */
export async function assertEmailFree(db: Reader, site: Site, email: string, memberId = 0): Promise<void> {
  const [current, oldest] = await hashBannedAddress(db, email)
  const { rows } = await sql<{ taken: number; still_kept: number; banned: number }>`
    select (select count(*) from account where lower(email) = lower(${email}))::int as taken,
      (select count(*) from credential_change where what = 'address' and lower(email) = lower(${email})
        and member_id <> ${memberId})::int as still_kept,
      (select count(*) from banned_email where email_hash in (${current}, ${oldest}))::int as banned`.execute(
    db,
  )
  const isTaken = rows.some(({ taken, still_kept, banned }) => taken + still_kept + banned > 0)
  if (isTaken || site.adminEmails.includes(email.toLowerCase())) throw new Problem('email.taken')
}

/** Whether the address was banned with an account that is erased by now. */
export async function isBannedEmail(db: Reader, email: string): Promise<boolean> {
  const hashes = await hashBannedAddress(db, email)
  const { rows } = await sql`
    select from banned_email where email_hash in (${sql.join(hashes)})`.execute(db)
  return rows.length > 0
}

const MOST_USED = 10_000

/** The most used passwords that may be chosen at all, in lower case; read when first asked for. */
let mostUsed: Promise<ReadonlySet<string>> | undefined

async function loadMostUsed(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const inOrder = dictionary['passwords-common'].filter(isPassword)
  return new Set(inOrder.slice(0, MOST_USED).map((password) => password.toLowerCase()))
}

/** Refuses what a guesser tries first: the most used passwords, and what everybody knows of this member. */
export async function assertPasswordAllowed(
  password: string,
  owner: { email: string; username?: string | null },
): Promise<void> {
  mostUsed ??= loadMostUsed()
  const folded = password.toLowerCase()
  const [localPart = ''] = owner.email.split('@')
  const own = [owner.email, localPart, owner.username ?? ''].map((word) => word.toLowerCase())
  if (own.includes(folded) || (await mostUsed).has(folded)) throw new Problem('password.common')
}
