import * as calls from '@rosella/contract/photos/endpoints'
import * as moderation from '@rosella/contract/photos/moderation'
import { every, type Feature, HOUR, job, MINUTE, retry } from '../../platform/feature'
import { guarded, upload } from '../../platform/http/route'
import { addPhoto } from './add-photo'
import { confirmCleanup, deleteOrphanPhotos, deleteRejectedPhotos } from './delete-old-files'
import { decidePhoto } from './moderation/decide-photo'
import { claimPhotos, listAdminPhotos } from './moderation/photo-queue'
import type { Deps } from './moderation/seen-before'
import { changeMainPhoto, deletePhoto, listPhotos, orderPhotos } from './own-photos'
import { deleteKnownPhotos, hashPhotos, readPhotoBank, removeSource } from './photo-bank'
import { makePhotoSizes, syncPhotosOf } from './photo-files'

export const photos = (deps: Deps): Feature => ({
  routes: [
    guarded(calls.listPhotos, (viewer) => listPhotos(deps, viewer)),
    upload(calls.uploadPhoto, (viewer, form) => addPhoto(deps, viewer, form)),
    guarded(calls.deletePhoto, (viewer, input) => deletePhoto(deps, viewer, input)),
    guarded(calls.orderPhotos, (viewer, input) => orderPhotos(deps, viewer, input)),
    guarded(calls.changeMainPhoto, (viewer, input) => changeMainPhoto(deps, viewer, input)),
    guarded(moderation.adminPhotos, (_admin, input) => listAdminPhotos(deps, input)),
    guarded(moderation.claimPhotos, (admin, input) => claimPhotos(deps, admin, input)),
    guarded(moderation.photoCleanup, (admin, input) => confirmCleanup(deps, admin, input)),
    guarded(moderation.photoBank, () => readPhotoBank(deps)),
    guarded(moderation.removeFromPhotoBank, (admin, input) => removeSource(deps, admin, input)),
    guarded(moderation.decidePhoto, (admin, input) => decidePhoto(deps, admin, input)),
  ],
  jobs: [job('photo-visibility', retry.urgent, syncPhotosOf(deps))],
  schedules: [
    every(MINUTE, 'make-photo-sizes', makePhotoSizes(deps)),
    every(MINUTE, 'hash-photos', hashPhotos(deps)),
    every(HOUR, 'delete-known-photos', deleteKnownPhotos(deps)),
    every(HOUR, 'delete-rejected-photos', deleteRejectedPhotos(deps)),
    every(HOUR, 'delete-orphan-photos', deleteOrphanPhotos(deps)),
  ],
})

export { readCleanup } from './delete-old-files'
export { adminPhotoQuery, mainPhotoUrl, presentAdminPhoto } from './moderation/present-photo'
export { findBannedMatches, findOwnersOfSimilar } from './moderation/seen-before'
export { exportPhotoBank, importPhotoBank } from './photo-bank'
export { deleteSelfies, findMedia, removePhotoFiles } from './photo-files'
export { PhotoMatcher } from './photo-matcher'
export { lockOwner } from './recount-photos'
