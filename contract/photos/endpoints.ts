import { endpoint } from '../endpoint'
import { arr, obj, ok, text } from '../shapes'
import { OwnPhoto } from './shapes'

export const listPhotos = endpoint({
  method: 'GET',
  path: '/api/photos',
  access: 'member',
  summary: "List the member's own photos",
  input: {},
  reply: arr(OwnPhoto),
})

export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/api/photos',
  access: 'member',
  summary: 'Upload one photo as multipart form field `file`',
  input: {},
  reply: obj({ filename: text(), tmb_url: text(), lg_url: text() }),
  rates: [
    { per: 'address', limit: 300, seconds: 3600 },
    { per: 'member', limit: 120, seconds: 3600 },
  ],
  carries: 'upload',
})

export const deletePhoto = endpoint({
  method: 'DELETE',
  path: '/api/photo',
  access: 'member',
  summary: "Delete one of the member's photos and its files",
  input: { photo: text({ maxLength: 80 }) },
  reply: ok,
})

export const changeMainPhoto = endpoint({
  method: 'POST',
  path: '/api/change-main-photo',
  access: 'member',
  summary: 'Make an approved photo the main one',
  input: { photo: text({ maxLength: 80 }) },
  reply: ok,
})

export const orderPhotos = endpoint({
  method: 'POST',
  path: '/api/photos-order',
  access: 'member',
  summary: "Reorder all of the member's photos; others still see the main one first",
  input: { photos: arr(text({ maxLength: 80 }), { minItems: 1, maxItems: 200 }) },
  reply: ok,
})
