import { isPassword } from '@rosella/contract/access/rules'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/transaction'
import { addressSpellings } from '../platform/email/address'
import { isConfiguredAdmin, type Viewer } from '../platform/http/viewer'
import { Problem } from '../platform/problem'
import type { Services } from '../platform/services'
import { hasAddress, hashAddress, hashBannedAddress } from './address-hash'
import { lockMember, lockSession } from './sessions'
import { hasStatus } from './visible-members'

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
  const hashes = await hashBannedAddress(db, email)
  const spellings = [email, ...addressSpellings(email)].map((spelling) => sql`lower(${spelling})`)
  const { rows } = await sql<{ taken: number; revertible: number; banned: number }>`
    select (select count(*) from account a where ${await hasAddress(db, email)}
        and not ${isOfBannedStranger})::int as taken,
      (select count(*) from credential_change where what = 'address' and lower(email) in (${sql.join(spellings)})
        and member_id <> ${memberId})::int as revertible,
      (select count(*) from ${bansOf(hashes)} b)::int as banned`.execute(db)
  const isTaken = rows.some(({ taken, revertible, banned }) => taken + revertible + banned > 0)
  if (isTaken || isConfiguredAdmin(site, { email })) throw new Problem('email.taken')
}

/** Bans of erased accounts that had confirmed the address (indexes erased_member_email and banned_email_pkey). */
const bansOf = (hashes: readonly Buffer[]): RawBuilder<unknown> => sql`(
  select report_id, banned_ts from erased_member where email_hash in (${sql.join(hashes)}) and banned_ts is not null
  union all
  select null, ts from banned_email where email_hash in (${sql.join(hashes)}))`

/** The latest ban of the address with an account that has since been erased, and the case that decided it. */
export async function findBan(db: Reader, email: string): Promise<{ report_id: number | null } | undefined> {
  const { rows } = await sql<{ report_id: number | null }>`
    select report_id from ${bansOf(await hashBannedAddress(db, email))} b
    order by banned_ts desc limit 1`.execute(db)
  return rows[0]
}

/** The account, joined as a, is banned and never confirmed its address, so the address may be someone else's. */
const isOfBannedStranger = sql`(not a.email_confirmed and exists (
  select from member m where m.id = a.member_id and ${hasStatus('m.status', 'banned')}))`

const RELEASED = '@released.invalid'
/** Nobody can be reached at such an address. */
export const isReleased = (email: string): boolean => email.endsWith(RELEASED)

/**
 * As assertEmailFree, for an account that will have the address. A banned account that never confirmed it loses it,
 * so that the ban does not affect the owner. The banned member keeps the link to the appeal.
 */
export async function claimEmail(tx: Tx, site: Site, email: string, memberId?: number): Promise<void> {
  await assertEmailFree(tx, site, email, memberId)
  const { rows } = await sql<{ member_id: number }>`
    select a.member_id from account a where ${await hasAddress(tx, email)} and ${isOfBannedStranger}`.execute(
    tx,
  )
  for (const { member_id } of rows) {
    await lockMember(tx, member_id)
    const released = `banned-${member_id}${RELEASED}`
    const { email_hash, ban_hash } = await hashAddress(tx, released)
    await sql`
      update account a set email = ${released}, email_hash = ${email_hash}, ban_hash = ${ban_hash}
      where a.member_id = ${member_id} and ${isOfBannedStranger}`.execute(tx)
  }
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
