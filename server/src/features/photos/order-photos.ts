import { photoName } from '@rosella/contract/photos/rules'
import { sql } from 'kysely'
import { lockPhotosOf } from '../../database/recount-photos'
import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus'>

/**
 * Every photo of one's own, each once. They share out the numbers they came with, so that a photo uploaded later stands
 * after them all.
 */
export async function orderPhotos(deps: Deps, viewer: Viewer, input: { photos: string[] }): Promise<object> {
  const wanted = input.photos.map(photoName)
  return withTransaction(deps, async (tx, emit) => {
    await lockPhotosOf(tx, viewer.id)
    const rows = await tx
      .selectFrom('photo')
      .where('member_id', '=', viewer.id)
      .orderBy('seq')
      .select(['name', 'seq'])
      .execute()
    const own = new Set(rows.map(({ name }) => name))
    if (wanted.some((name) => !own.has(name))) throw new Problem('photo.unknown')
    if (wanted.length !== own.size || new Set(wanted).size !== own.size) throw new Problem('photo.order')
    await sql`
      update photo p set place = o.place
      from unnest(${wanted}::text[], ${rows.map(({ seq }) => seq)}::bigint[]) o (name, place)
      where p.name = o.name`.execute(tx)
    emit({ kind: 'member.changed', member_id: viewer.id })
    return {}
  })
}
