import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader } from '../platform/database/transaction'

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
  const { secret, folded } = await read(db, name, addresses)
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

/** The hashes under which a ban of this address may be stored. The oldest bans used a plain salted hash. */
export async function hashBannedAddress(
  db: Reader,
  address: string,
): Promise<[current: Buffer, oldest: Buffer]> {
  const { secret, folded } = await read(db, 'banned-emails', [address])
  const [lower = ''] = folded
  return [
    createHmac('sha256', secret).update(lower).digest(),
    createHash('sha256').update(secret).update(lower).digest(),
  ]
}
