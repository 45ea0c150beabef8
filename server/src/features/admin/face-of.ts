import { arePhotosShown } from '@rosella/contract/member/status'
import type { Services } from '../../ports/services'

interface Shown {
  photo: string | null
  status: number | null
}

/** Where a moderator finds somebody's main photo, also of those whose photos nobody else may see. */
export const faceOf = (
  { photoUrls }: Pick<Services, 'photoUrls'>,
  { photo, status }: Shown,
): { photo_url: string | null } => ({
  photo_url:
    photo && photoUrls.of({ name: photo, isPublic: status !== null && arePhotosShown(status) }).tmb_url,
})
