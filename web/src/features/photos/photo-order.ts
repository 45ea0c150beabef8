import type { OwnPhoto } from '@rosella/contract/photos/shapes'

/** As others see them: the main photo first, the rest as their owner has put them. */
export const asSeen = (photos: readonly OwnPhoto[]): OwnPhoto[] => [
  ...photos.filter(({ main }) => main),
  ...photos.filter(({ main }) => !main),
]

/** The photo moved to another place; the main one stays first. Undefined where nothing would change. */
export function moved(photos: readonly OwnPhoto[], name: string, to: number): OwnPhoto[] | undefined {
  const from = photos.findIndex(({ filename }) => filename === name)
  const photo = photos[from]
  const first = photos[0]?.main ? 1 : 0
  const place = Math.max(first, Math.min(to, photos.length - 1))
  if (!photo || photo.main || place === from) return undefined
  const rest = photos.filter(({ filename }) => filename !== name)
  return [...rest.slice(0, place), photo, ...rest.slice(place)]
}
