import { isPassword } from '@rosella/contract/access/rules'
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/transaction'
import type { Viewer } from '../platform/http/viewer'
import { Problem } from '../platform/problem'
import type { Services } from '../platform/services'
import { hashBannedAddress } from './address-hash'
import { lockSession } from './sessions'

type Deps = Pick<Services, 'db' | 'passwords'>

/** Returns the password hash that matched. Refuses a wrong password and a member without a password. */
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
 * Locks the member and checks again. Verifying a password takes time, and meanwhile another device may have changed the
 * password or ended the session.
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
 * Refuses an address that is in use, that its owner can still revert to, that was banned (even after the account was
 * erased) or that the configuration reserves for an admin. One error and one query, so that neither the message nor the
 * timing reveals the reason. `memberId` may revert to their own address.
 */
export async function assertEmailFree(db: Reader, site: Site, email: string, memberId = 0): Promise<void> {
  const [current, oldest] = await hashBannedAddress(db, email)
  const { rows } = await sql<{ taken: number; revertible: number; banned: number }>`
    select (select count(*) from account where lower(email) = lower(${email}))::int as taken,
      (select count(*) from credential_change where what = 'address' and lower(email) = lower(${email})
        and member_id <> ${memberId})::int as revertible,
      (select count(*) from banned_email where email_hash in (${current}, ${oldest}))::int as banned`.execute(
    db,
  )
  const isTaken = rows.some(({ taken, revertible, banned }) => taken + revertible + banned > 0)
  if (isTaken || site.adminEmails.includes(email.toLowerCase())) throw new Problem('email.taken')
}

/** Whether the address was banned with an account that has since been erased. */
export async function isBannedEmail(db: Reader, email: string): Promise<boolean> {
  const hashes = await hashBannedAddress(db, email)
  const { rows } = await sql`
    select from banned_email where email_hash in (${sql.join(hashes)})`.execute(db)
  return rows.length > 0
}

const MOST_USED = 10_000

/** The most used passwords that are long enough to choose, in lower case. Loaded on first use. */
let mostUsed: Promise<ReadonlySet<string>> | undefined

async function loadMostUsed(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const inOrder = dictionary['passwords-common'].filter(isPassword)
  return new Set(inOrder.slice(0, MOST_USED).map((password) => password.toLowerCase()))
}

/** Refuses the passwords an attacker tries first: common ones, and the member's own name and address. */
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
