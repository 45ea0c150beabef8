import { CLAIM_SECONDS } from '@rosella/contract/admin/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type {
  AdminVerification,
  adminVerifications as call,
  claimVerifications as claimCall,
} from '@rosella/contract/verification/moderation'
import { poseOf } from '@rosella/contract/verification/poses'
import { SELFIE_RETENTION_SECONDS } from '@rosella/contract/verification/rules'
import { sql } from 'kysely'
import { hasOtherModerator, lockClaims } from '../../../members/staff'
import { hasStatus } from '../../../members/visible-members'
import type { Viewer } from '../../../platform/http/viewer'
import { MAX_DISTANCE, pictureDistance } from '../../../platform/ports/image-processor'
import type { Services } from '../../../platform/services'
import { adminPhotoQuery, type PhotoMatcher, presentAdminPhoto } from '../../photos/index'

export interface Deps extends Services {
  photoMatcher: PhotoMatcher
}

const PAGE_SIZE = 20
/** The default number of selfies that a moderator claims. */
const COUNT = 5

/** The queue, oldest first (index verification_queue), without members who are suspended or banned by now. */
export async function listVerifications(
  deps: Deps,
  admin: Pick<Viewer, 'id'>,
  { p = 1 }: { p?: number },
): Promise<ReplyOf<typeof call>> {
  const pages = Math.max(1, Math.ceil((await countWaiting(deps)) / PAGE_SIZE))
  const rows = await rowsOf(deps)
    .limit(PAGE_SIZE)
    .offset((Math.min(p, pages) - 1) * PAGE_SIZE)
    .execute()
  return { items: await present(deps, admin, rows), pages }
}

/** Claims the next selfies for this moderator. A claim expires automatically. */
export async function claimVerifications(
  deps: Deps,
  admin: Pick<Viewer, 'id'>,
  { count = COUNT, skip = [], keep = [] }: Pick<InputOf<typeof claimCall>, 'count' | 'skip' | 'keep'>,
): Promise<ReplyOf<typeof claimCall>> {
  const ids = await claim(deps, admin, count, skip, keep)
  const rows = ids.length === 0 ? [] : await rowsOf(deps).where('v.id', 'in', ids).execute()
  rows.sort((a, b) => Number(skip.includes(a.id)) - Number(skip.includes(b.id)))
  return { items: await present(deps, admin, rows), waiting: await countWaiting(deps) }
}

/**
 * Like claims on photos (photo-queue.ts), without selfies that a colleague must decide: the moderator's own ones, and
 * those that this moderator has already refused.
 */
async function claim(
  { db, clock, site }: Services,
  admin: Pick<Viewer, 'id'>,
  count: number,
  skip: number[],
  keep: number[],
): Promise<number[]> {
  const now = clock.now()
  const until = now + CLAIM_SECONDS
  const notBy = (await hasOtherModerator(db, site, admin)) ? admin.id : null
  return db.transaction().execute(async (tx) => {
    await lockClaims(tx, admin)
    await sql`update verification set claimed_by = null, claimed_until_ts = null
      where id = any(${skip}::bigint[]) and claimed_by = ${admin.id}`.execute(tx)
    await sql`update verification set claimed_until_ts = ${until}
      where id = any(${keep}::bigint[]) and claimed_by = ${admin.id}`.execute(tx)
    const { rows } = await sql<{ id: number }>`
      with next as materialized (
        select v.id from verification v join member m on m.id = v.member_id
        where v.state = 'waiting' and ${hasStatus('m.status', 'active')} and v.id <> all(${keep}::bigint[])
          and (v.claimed_by is null or v.claimed_by = ${admin.id} or v.claimed_until_ts <= ${now})
          and v.member_id is distinct from ${notBy}::bigint
          and (v.first_by is null or v.first_by is distinct from ${notBy}::bigint)
        order by v.id = any(${skip}::bigint[]), v.created_ts, v.id
        limit ${count} for no key update of v skip locked)
      update verification v set claimed_by = ${admin.id}, claimed_until_ts = ${until}
      from next where v.id = next.id returning v.id`.execute(tx)
    return rows.map(({ id }) => id)
  })
}

const waiting = ({ db }: Services) =>
  db
    .selectFrom('verification as v')
    .innerJoin('member as m', 'm.id', 'v.member_id')
    .where('v.state', '=', 'waiting')
    .where(hasStatus('m.status', 'active'))

async function countWaiting(deps: Services): Promise<number> {
  const count = waiting(deps).select(({ fn }) => fn.countAll<number>().as('n'))
  return Number((await count.executeTakeFirstOrThrow()).n)
}

const rowsOf = (deps: Services) =>
  waiting(deps)
    .leftJoin('member as first', 'first.id', 'v.first_by')
    .orderBy('v.created_ts')
    .orderBy('v.id')
    .select([
      'v.id',
      'v.member_id',
      'v.poses',
      'v.photos',
      'v.created_ts',
      'm.username',
      'm.url_hash',
      'm.photo',
    ])
    .select(['v.first_by', 'v.first_reason', 'v.first_ts', 'first.username as moderator'])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

async function present(
  deps: Deps,
  admin: Pick<Viewer, 'id'>,
  rows: readonly Row[],
): Promise<AdminVerification[]> {
  const { db } = deps
  const hasColleague = await hasOtherModerator(db, deps.site, admin)
  const items: AdminVerification[] = []
  for (const row of rows) {
    const { id, member_id, username, url_hash, created_ts } = row
    const compared = await comparedPhotos(deps, row)
    const selfies = await selfiesOf(deps, id)
    items.push({
      ...{ id, member_id, username, url_hash, created_ts, until_ts: created_ts + SELFIE_RETENTION_SECONDS },
      frames: selfies.map(({ name, place }) => ({
        lg_url: deps.photoUrls.of({ name, isPublic: false }).lg_url,
        pose: row.poses[place] ?? '',
        words: poseOf(row.poses[place] ?? '')?.words ?? '',
      })),
      photos: compared,
      photos_changed: !compared.some(({ filename }) => filename === row.photo),
      alike: await findAlike(deps, member_id, selfies),
      first:
        row.first_by === null
          ? null
          : {
              moderator: row.moderator,
              reason: row.first_reason ?? '',
              ts: row.first_ts ?? 0,
              own: row.first_by === admin.id,
            },
      own: member_id === admin.id && hasColleague,
    })
  }
  return items
}

/** Main photo first. */
async function comparedPhotos(
  deps: Services,
  row: { member_id: number; photos: string[]; photo: string | null },
) {
  const photos = await adminPhotoQuery(deps.db)
    .where('p.member_id', '=', row.member_id)
    .where('p.approved', '=', true)
    .where('p.name', 'in', row.photos)
    .orderBy((eb) => eb.fn.coalesce('p.place', 'p.seq'))
    .execute()
  const main = photos.filter(({ name }) => name === row.photo)
  return [...main, ...photos.filter(({ name }) => name !== row.photo)].map((photo) =>
    presentAdminPhoto(deps, photo),
  )
}

interface SelfieRow {
  name: string
  place: number
  pdq: Uint8Array | null
}

const selfiesOf = ({ db }: Services, id: number): Promise<SelfieRow[]> =>
  db
    .selectFrom('verification_frame')
    .where('verification_id', '=', id)
    .orderBy('place')
    .select(['name', 'place', 'pdq'])
    .execute()

const MOST_ALIKE = 5

/** Similar photos of anyone, or waiting selfies of other members: a sign of a photographed picture. */
async function findAlike(deps: Deps, memberId: number, selfies: readonly SelfieRow[]) {
  const matches = await deps.photoMatcher.find(selfies)
  const seqs = matches.flatMap(({ photo }) => photo.map(({ ref }) => ref))
  const photos =
    seqs.length === 0
      ? []
      : await deps.db.selectFrom('photo').where('seq', 'in', seqs).select(['seq', 'member_id']).execute()
  const ownerOf = new Map(photos.map(({ seq, member_id }) => [seq, member_id]))
  // Few, because a selfie is deleted when it is decided.
  const others = await deps.db
    .selectFrom('verification_frame as f')
    .innerJoin('verification as v', 'v.id', 'f.verification_id')
    .where('v.member_id', '<>', memberId)
    .select(['v.member_id', 'f.pdq'])
    .execute()
  return selfies.flatMap(({ place, pdq }, n) => {
    const nearest = new Map<number, number>()
    const add = (owner: number | undefined, distance: number | undefined) => {
      if (owner === undefined || distance === undefined) return
      if (distance < (nearest.get(owner) ?? MAX_DISTANCE + 1)) nearest.set(owner, distance)
    }
    for (const { ref, distance } of matches[n]?.photo ?? []) add(ownerOf.get(ref), distance)
    for (const other of others) add(other.member_id, pictureDistance(pdq, other.pdq))
    return [...nearest]
      .map(([member_id, distance]) => ({ frame: place, member_id, distance }))
      .sort((a, b) => a.distance - b.distance || a.member_id - b.member_id)
      .slice(0, MOST_ALIKE)
  })
}
