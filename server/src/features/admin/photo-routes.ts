import * as calls from '@rosella/contract/admin/endpoints'
import { guarded, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { claimPhotos } from './claim-photos'
import { decidePhoto } from './decide-photo'
import { listAdminPhotos } from './list-admin-photos'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log' | 'photos' | 'photoUrls' | 'site'>

export const adminPhotoRoutes = (deps: Deps): Route[] => [
  guarded(calls.adminPhotos, (_admin, input) => listAdminPhotos(deps, input)),
  guarded(calls.claimPhotos, (admin, input) => claimPhotos(deps, admin, input)),
  guarded(calls.decidePhoto, (admin, input) => decidePhoto(deps, admin, input)),
]
