import type { ReplyOf } from '@rosella/contract/endpoint'
import type { AdminVerification, adminVerifications as call } from '@rosella/contract/verification/moderation'
import { poseOf } from '@rosella/contract/verification/poses'
import { SELFIE_RETENTION_SECONDS } from '@rosella/contract/verification/rules'
import { hasOtherModerator } from '../../../members/staff'
import { hasStatus } from '../../../members/visible-members'
import type { Viewer } from '../../../platform/http/viewer'
import { MAX_DISTANCE, pictureDistance } from '../../../platform/ports/image-processor'
import type { Services } from '../../../platform/services'
import { adminPhotoQuery, type PhotoMatcher, presentAdminPhoto } from '../../photos/index'

export interface Deps extends Services {
  photoMatcher: PhotoMatcher
}

const PAGE_SIZE = 20

/** The queue, oldest first (index verification_queue), without members who are suspended or banned by now. */
export async function listVerifications(
  deps: Deps,
  admin: Pick<Viewer, 'id'>,
  { p = 1 }: { p?: number },
): Promise<ReplyOf<typeof call>> {
  const { db } = deps
  const waiting = db
    .selectFrom('verification as v')
    .innerJoin('member as m', 'm.id', 'v.member_id')
    .where('v.state', '=', 'waiting')
    .where(hasStatus('m.status', 'active'))
  const { n } = await waiting.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(Number(n) / PAGE_SIZE))
  const rows = await waiting
    .leftJoin('member as first', 'first.id', 'v.first_by')
    .orderBy('v.created_ts')
    .orderBy('v.id')
    .limit(PAGE_SIZE)
    .offset((Math.min(p, pages) - 1) * PAGE_SIZE)
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
    .execute()
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
  return { items, pages }
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
