import { photoName } from '@rosella/contract/photos/rules'
import { lockPhotosOf, type PhotoSummary } from '../../database/recount-photos'
import type { Tx } from '../../database/transaction'
import { Problem } from '../../domain/problem'

interface OwnPhoto {
  name: string
  approved: boolean | null
  before: PhotoSummary
}

/** A photo of this member's; their row is held, so that nobody decides about it meanwhile. */
export async function lockOwnPhoto(tx: Tx, memberId: number, file: string): Promise<OwnPhoto> {
  const before = await lockPhotosOf(tx, memberId)
  const photo = await tx
    .selectFrom('photo')
    .where('name', '=', photoName(file))
    .where('member_id', '=', memberId)
    .select(['name', 'approved'])
    .executeTakeFirst()
  if (!before || !photo) throw new Problem('photo.unknown')
  return { ...photo, before }
}
