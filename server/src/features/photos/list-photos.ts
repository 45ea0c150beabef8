import type { OwnPhoto } from '@rosella/contract/photos/shapes'
import { photoIsPublic } from '../../database/photo-is-public'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'photoUrls'>

/** The member's own photos in the order they were put, whatever their state (index photo_member). */
export async function listPhotos(deps: Deps, viewer: Viewer): Promise<OwnPhoto[]> {
  const rows = await deps.db
    .selectFrom('photo as p')
    .innerJoin('member as m', 'm.id', 'p.member_id')
    .leftJoin('member as by', 'by.id', 'p.moderator_id')
    .where('p.member_id', '=', viewer.id)
    .orderBy((eb) => eb.fn.coalesce('p.place', 'p.seq'))
    .select(['p.name', 'p.approved', 'p.approved_ts', 'p.reject_reason', 'p.created_ts'])
    .select(['m.photo as main', 'by.username', photoIsPublic().as('isPublic')])
    .execute()
  return rows.map(({ name, main, approved, isPublic, username, approved_ts, reject_reason, created_ts }) => ({
    filename: name,
    approved,
    main: name === main,
    ...(approved === null ? {} : { username, approved_ts, reject_reason }),
    ...deps.photoUrls.of({ name, isPublic }),
    created_ts,
  }))
}
