import { createHash, createHmac } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../platform/database/transaction'
import { addressSpellings, normaliseAddress } from '../platform/email/address'
import type { Db } from '../platform/ports/database'

/** Two secrets, so that the list of people a member knows can't be compared with retained bans. */
type Purpose = 'people-i-know' | 'banned-emails'

/**
 * The database folds the case like the unique index of addresses, because JavaScript folds some letters differently.
 */
async function read(db: Reader, name: Purpose, addresses: readonly string[]) {
  const { rows } = await sql<{ secret: Uint8Array; folded: string[] }>`
    select value as secret, array(
      select lower(address) from unnest(${addresses}::text[]) with ordinality as a (address, n) order by n) as folded
    from site_secret where name = ${name}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`The secret ${name} is missing`)
  return row
}

async function hmacs(db: Reader, name: Purpose, addresses: readonly string[]): Promise<Buffer[]> {
  const { secret, folded } = await read(db, name, addresses.map(normaliseAddress))
  return folded.map((address) => createHmac('sha256', secret).update(address).digest())
}

/** The columns of `account` that go with an address. Write them wherever the address is written. */
export async function hashAddress(
  db: Reader,
  address: string,
): Promise<{ email_hash: Buffer; ban_hash: Buffer }> {
  const [email_hash] = await hmacs(db, 'people-i-know', [address])
  const [ban_hash] = await hmacs(db, 'banned-emails', [address])
  if (!email_hash || !ban_hash) throw new Error('An address was not hashed')
  return { email_hash, ban_hash }
}

export const hashPeopleIKnow = (db: Reader, addresses: readonly string[]): Promise<Buffer[]> =>
  hmacs(db, 'people-i-know', addresses)

/** Matches accounts, joined as a, by any spelling of the address (indexes account_email_hash and account_email). */
export async function hasAddress(db: Reader, address: string): Promise<RawBuilder<SqlBool>> {
  const [hash] = await hashPeopleIKnow(db, [address])
  return sql<SqlBool>`(a.email_hash = ${hash} or lower(a.email) = lower(${address}))`
}

/**
 * The hashes under which a ban of this address may be stored. The oldest bans used a plain salted hash, and older ones
 * the spelling that was entered.
 */
export async function hashBannedAddress(db: Reader, address: string): Promise<Buffer[]> {
  const { secret, folded } = await read(db, 'banned-emails', addressSpellings(address))
  return [...new Set(folded)].flatMap((lower) => [
    createHmac('sha256', secret).update(lower).digest(),
    createHash('sha256').update(secret).update(lower).digest(),
  ])
}

/**
 * The previous version hashed international addresses as they were entered. Hashes them again at start-up, with the
 * entries of "People I know" that match (index account_international).
 */
export async function rehashAddresses(db: Db): Promise<void> {
  const accounts = await db
    .selectFrom('account')
    .where(sql<SqlBool>`octet_length(email) <> char_length(email)`)
    .select(['member_id', 'email', 'email_hash'])
    .execute()
  for (const { member_id, email, email_hash: old } of accounts) {
    const hashes = await hashAddress(db, email)
    if (hashes.email_hash.equals(old)) continue
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('account')
        .set(hashes)
        .where('member_id', '=', member_id)
        .where('email', '=', email)
        .execute()
      await sql`
        insert into people_i_know (member_id, address_hash, added_ts)
        select member_id, ${hashes.email_hash}, added_ts from people_i_know where address_hash = ${old}
        on conflict do nothing`.execute(tx)
      await tx.deleteFrom('people_i_know').where('address_hash', '=', Buffer.from(old)).execute()
    })
  }
}
