import type { AdminPhoto } from '@rosella/contract/admin/shapes'
import { arePhotosShown } from '@rosella/contract/member/status'
import type { Static } from '@rosella/contract/shapes'
import type { Reader } from '../../../platform/database/transaction'
import type { Services } from '../../../platform/services'
import { photoIsPublic } from '../photo-files'

/** The columns that a moderator sees; the caller adds the condition and the order. */
export const adminPhotoQuery = (db: Reader) =>
  db
    .selectFrom('photo as p')
    .innerJoin('member as m', 'm.id', 'p.member_id')
    .leftJoin('member as by', 'by.id', 'p.moderator_id')
    .select(['p.name', 'p.member_id', 'p.approved', 'p.reject_reason', 'p.approved_ts', 'p.created_ts'])
    .select([
      'm.username',
      'm.birthday',
      'by.username as moderator',
      'p.seq',
      'p.pdq',
      photoIsPublic().as('isPublic'),
    ])

export type AdminPhotoRow = Awaited<ReturnType<ReturnType<typeof adminPhotoQuery>['executeTakeFirstOrThrow']>>

export const presentAdminPhoto = (
  deps: Pick<Services, 'photoUrls'>,
  { name, isPublic, birthday: _birthday, seq: _seq, pdq: _pdq, ...row }: AdminPhotoRow,
): Static<typeof AdminPhoto> => ({
  ...row,
  filename: name,
  ...deps.photoUrls.of({ name, isPublic }),
})

interface Shown {
  photo: string | null
  status: number | null
}

/** URL of a member's main photo for moderators, even if its owner's photos are hidden. */
export const mainPhotoUrl = (
  { photoUrls }: Pick<Services, 'photoUrls'>,
  { photo, status }: Shown,
): { photo_url: string | null } => ({
  photo_url:
    photo && photoUrls.of({ name: photo, isPublic: status !== null && arePhotosShown(status) }).tmb_url,
})
