import { sql } from 'kysely'
import type { Tx } from '../platform/database/transaction'
import type { PhotoStore } from '../platform/ports/photo-store'
import type { Services } from '../platform/services'

/*
 * A restored backup must not bring back erased members, ended sessions and revoked credentials. Triggers store a hash
 * of each in the table `revocation`, and a job moves them to notes in the photo store, one for each hour, which
 * outlive the database. `restore` applies the notes that are newer than the backup.
 */

const PREFIX = 'revoked-'
const AT_A_TIME = 5000
/** Any number that no other advisory lock of ours uses. */
const LOCK = 7_465_920_115

const noteOf = (ts: number): string =>
  `${PREFIX}${new Date(ts * 1000).toISOString().slice(0, 13).replaceAll(/\D/g, '')}`

/** The kinds of revocations, with the column that `restore` compares with the hash. */
export const revocable = {
  member: { table: 'member', column: 'url_hash' },
  session: { table: 'session', column: 'token_hash' },
  passkey: { table: 'passkey', column: 'credential_id' },
  'recovery-code': { table: 'recovery_code', column: 'code_hash' },
  password: { table: 'account', column: 'password_hash' },
  role: { table: 'account', column: 'member_id' },
} as const
export type RevocationKind = keyof typeof revocable

/** As the triggers compute it (migration 0048). */
export const revocationHash = (column: string) =>
  sql<string>`encode(sha256(convert_to(${sql.ref(column)}::text, 'UTF8')), 'hex')`

/** An erasure counts from its beginning, before the row is deleted. */
export async function logErasure(tx: Tx, memberId: number): Promise<void> {
  await sql`
    insert into revocation (kind, hash)
    select 'member', ${revocationHash('url_hash')} from member where id = ${memberId}`.execute(tx)
}

/** Moves new revocations to the photo store. The lock keeps two processes from overwriting each other's lines. */
export const logRevocations =
  ({ db, photos, clock }: Pick<Services, 'db' | 'photos' | 'clock'>) =>
  async (): Promise<void> => {
    const logSome = async (tx: Tx): Promise<number> => {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
      const rows = await tx
        .selectFrom('revocation')
        .orderBy('id')
        .limit(AT_A_TIME)
        .select(['id', 'kind', 'hash'])
        .execute()
      if (rows.length === 0) return 0
      const note = noteOf(clock.now())
      const lines = rows.map(({ kind, hash }) => `${kind} ${hash}\n`)
      await photos.writeNote(note, [await photos.readNote(note), ...lines].join(''))
      await tx
        .deleteFrom('revocation')
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .execute()
      return rows.length
    }
    while ((await db.transaction().execute(logSome)) === AT_A_TIME);
  }

/** The hashes of what was revoked since a time, by kind. */
export async function readRevocations(
  photos: PhotoStore,
  since: number,
): Promise<Map<RevocationKind, string[]>> {
  const revoked = new Map(Object.keys(revocable).map((kind) => [kind as RevocationKind, [] as string[]]))
  const names = (await photos.listNotes()).filter((name) => name.startsWith(PREFIX) && name >= noteOf(since))
  for (const name of names) {
    for (const line of ((await photos.readNote(name)) ?? '').split('\n')) {
      const [kind, hash = ''] = line.split(' ')
      revoked.get(kind as RevocationKind)?.push(hash)
    }
  }
  return revoked
}
