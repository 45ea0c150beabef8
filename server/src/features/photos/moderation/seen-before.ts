import type { ClaimedPhoto } from '@rosella/contract/admin/shapes'
import { ageAt } from '@rosella/contract/member/rules'
import { sql } from 'kysely'
import { hasStatus } from '../../../members/visible-members'
import type { Tx } from '../../../platform/database/transaction'
import type { Services } from '../../../platform/services'
import type { PhotoMatcher } from '../photo-matcher'
import { type AdminPhotoRow, adminPhotoQuery, presentAdminPhoto } from './present-photo'

/** The services of the photos feature. */
export interface Deps extends Services {
  photoMatcher: PhotoMatcher
}

type Seen = Pick<ClaimedPhoto, 'similar' | 'seen'>

const AT_MOST = 12

/**
 * Finds photos of other members and known photos of the bank for each photo. A search runs when a photo is claimed and
 * not when it is uploaded, so that nothing can tell the uploader whether it was found.
 */
export async function findSeen(
  deps: Deps,
  photos: readonly { name: string; member_id: number; pdq: Uint8Array | null }[],
): Promise<Map<string, Seen>> {
  const matches = await deps.photoMatcher.find(
    photos.map(({ pdq, member_id }) => ({ pdq, except: member_id })),
  )
  const rowsOf = await readPhotos(
    deps,
    matches.flatMap(({ photo }) => photo.map(({ ref }) => ref)),
  )
  const knownOf = await readKnown(
    deps,
    matches.flatMap(({ known }) => known.map(({ ref }) => ref)),
  )
  return new Map(
    photos.map(({ name }, n) => {
      const { photo = [], known = [] } = matches[n] ?? {}
      const similar = photo.flatMap(({ ref, distance }) => {
        const row = rowsOf.get(ref)
        return row ? [{ distance, ...row }] : []
      })
      const seen = new Map<string, Seen['seen'][number]>()
      for (const { ref, distance } of known) {
        const row = knownOf.get(ref)
        const key = row && [row.source, row.report_id ?? `${row.reason} ${row.ts}`].join(' ')
        if (row && key && !seen.has(key)) seen.set(key, { distance, ...row })
      }
      return [name, { similar: similar.slice(0, AT_MOST), seen: [...seen.values()].slice(0, AT_MOST) }]
    }),
  )
}

/** By seq (index photo_seq). Photos that were deleted meanwhile are missing. */
async function readPhotos(deps: Services, seqs: number[]) {
  const rows = seqs.length === 0 ? [] : await adminPhotoQuery(deps.db).where('p.seq', 'in', seqs).execute()
  return new Map(rows.map((row) => [row.seq, { age: ageOf(deps, row), photo: presentAdminPhoto(deps, row) }]))
}

const ageOf = ({ clock }: Services, { birthday }: AdminPhotoRow): number | null =>
  birthday === null ? null : ageAt(birthday, clock.now())

/** Entries that were removed meanwhile are missing. */
async function readKnown({ db }: Services, ids: number[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('known_photo')
          .where('id', 'in', ids)
          .select(['id', 'reason', 'ts', 'report_id', 'source'])
          .execute()
  return new Map(rows.map(({ id, source, ...row }) => [id, { ...row, source: source || null }]))
}

/** Remembers which sources were shown for which photo, to count later how often each was right. */
export async function recordSeen({ db, clock }: Services, found: ReadonlyMap<string, Seen>): Promise<void> {
  const shown = [...found].flatMap(([name, { seen }]) =>
    seen.map(({ source }) => ({ name, source: source ?? '' })),
  )
  if (shown.length === 0) return
  await db
    .insertInto('seen_photo')
    .values(shown.map((row) => ({ ...row, upheld: null, ts: clock.now() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A rejection says that the source was right, an approval that it was wrong; null undoes the decision. */
export async function settleSeen(tx: Tx, name: string, approved: boolean | null): Promise<void> {
  await tx
    .updateTable('seen_photo')
    .set({ upheld: approved === null ? null : !approved })
    .where('name', '=', name)
    .execute()
}

/** Known photos of members who were banned, and of other sites, that look like a photo (index known_photo_pkey). */
export async function findBannedMatches(
  deps: Pick<Deps, 'db' | 'photoMatcher'>,
  memberId: number,
): Promise<{ member_id: number | null; username: string | null; distance: number }[]> {
  const own = await deps.db.selectFrom('photo').where('member_id', '=', memberId).select('pdq').execute()
  const matches = await deps.photoMatcher.find(own.map(({ pdq }) => ({ pdq, except: memberId })))
  const seqs = matches.flatMap(({ photo }) => photo)
  const ids = matches.flatMap(({ known }) => known)
  const { rows } = await sql<{ member_id: number | null; username: string | null; distance: number }>`
    select m.id as member_id, m.username, f.distance
    from unnest(${seqs.map(({ ref }) => ref)}::bigint[], ${seqs.map(({ distance }) => distance)}::int[]) f (seq, distance)
      join photo p on p.seq = f.seq join member m on m.id = p.member_id
    where ${hasStatus('m.status', 'banned')}
    union all
    select k.member_id, m.username, f.distance
    from unnest(${ids.map(({ ref }) => ref)}::bigint[], ${ids.map(({ distance }) => distance)}::int[]) f (id, distance)
      join known_photo k on k.id = f.id left join member m on m.id = k.member_id
    order by distance`.execute(deps.db)
  return rows
}

/** Other members with a photo that looks like one of this member's. */
export async function findOwnersOfSimilar(
  { db, photoMatcher }: Pick<Deps, 'db' | 'photoMatcher'>,
  memberId: number,
  atMost: number,
): Promise<number[]> {
  const own = await db.selectFrom('photo').where('member_id', '=', memberId).select('pdq').execute()
  const wanted = own.map(({ pdq }) => ({ pdq, except: memberId }))
  const matches = await photoMatcher.find(wanted, atMost)
  const seqs = matches.flatMap(({ photo }) => photo.map(({ ref }) => ref))
  if (seqs.length === 0) return []
  const owners = await db
    .selectFrom('photo')
    .where('seq', 'in', seqs)
    .select('member_id')
    .distinct()
    .execute()
  return owners.map(({ member_id }) => member_id)
}
