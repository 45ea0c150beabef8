import * as calls from '@rosella/contract/admin/endpoints'
import type { Foundations } from '../../ports/foundations'
import { guarded, type Route } from '../../ports/route'
import { claimPhotos } from './claim-photos'
import { decidePhoto } from './decide-photo'
import { listAdminPhotos } from './list-admin-photos'

type Deps = Pick<Foundations, 'db' | 'bus' | 'clock' | 'log' | 'photos' | 'photoUrls' | 'site'>

export const adminPhotoRoutes = (deps: Deps): Route[] => [
  guarded(calls.adminPhotos, (_admin, input) => listAdminPhotos(deps, input)),
  guarded(calls.claimPhotos, (admin, input) => claimPhotos(deps, admin, input)),
  guarded(calls.decidePhoto, (admin, input) => decidePhoto(deps, admin, input)),
]
