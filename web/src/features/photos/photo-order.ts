import type { OwnPhoto } from '@rosella/contract/photos/shapes'

/** The order that others see: the main photo first, then the member's own order. */
export const asSeen = (photos: readonly OwnPhoto[]): OwnPhoto[] => [
  ...photos.filter(({ main }) => main),
  ...photos.filter(({ main }) => !main),
]

/** Moves a photo; the main photo stays first. Undefined if nothing changes. */
export function moved(photos: readonly OwnPhoto[], name: string, to: number): OwnPhoto[] | undefined {
  const from = photos.findIndex(({ filename }) => filename === name)
  const photo = photos[from]
  const first = photos[0]?.main ? 1 : 0
  const place = Math.max(first, Math.min(to, photos.length - 1))
  if (!photo || photo.main || place === from) return undefined
  const rest = photos.filter(({ filename }) => filename !== name)
  return [...rest.slice(0, place), photo, ...rest.slice(place)]
}
