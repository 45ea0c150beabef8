import * as calls from '@rosella/contract/photos/endpoints'
import { guarded, type Route, upload } from '../../ports/route'
import type { Services } from '../../ports/services'
import { addPhoto } from './add-photo'
import { changeMainPhoto } from './change-main-photo'
import { deletePhoto } from './delete-photo'
import { listPhotos } from './list-photos'
import { orderPhotos } from './order-photos'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log' | 'photos' | 'photoUrls' | 'images' | 'settings'>

export const photosRoutes = (deps: Deps): Route[] => [
  guarded(calls.listPhotos, (viewer) => listPhotos(deps, viewer)),
  upload(calls.uploadPhoto, (viewer, form) => addPhoto(deps, viewer, form)),
  guarded(calls.deletePhoto, (viewer, input) => deletePhoto(deps, viewer, input)),
  guarded(calls.orderPhotos, (viewer, input) => orderPhotos(deps, viewer, input)),
  guarded(calls.changeMainPhoto, (viewer, input) => changeMainPhoto(deps, viewer, input)),
]
