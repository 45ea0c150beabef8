import { type DerivedSize, photoName, photoPath } from '@rosella/contract/photos/sizes'

/** A photo as a browser loads it. */
export interface PhotoSource {
  /** The JPEG file, for browsers without AVIF and for photos whose other sizes are not made yet. */
  src: string
  /** The AVIF files by width. */
  srcSet?: string
  /** The thumbhash, base64. */
  preview?: string | null
}

interface SizedPhoto {
  filename: string
  /** Whether the derived sizes are made. */
  sizes: boolean | undefined
  preview?: string | null
}

const photoBase = document.querySelector<HTMLMetaElement>('meta[name="photo-base"]')?.content ?? ''

function sourceOf(
  base: 'tmb' | 'lg',
  { filename, sizes, preview }: SizedPhoto,
  widths: [size: DerivedSize, width: string][],
): PhotoSource {
  const url = (size: DerivedSize | typeof base) => `${photoBase}/${photoPath(size, photoName(filename))}`
  const files = widths.map(([size, width]) => `${url(size)} ${width}`)
  return { src: url(base), srcSet: sizes ? files.join() : undefined, preview }
}

/** A square for avatars. */
export const avatarPhoto = (filename: string, sizes?: boolean): PhotoSource =>
  sourceOf('tmb', { filename, sizes }, [['tmb.192', '']])

/** 4:5, for cards. */
export const cardPhoto = (photo: SizedPhoto): PhotoSource =>
  sourceOf('tmb', photo, [
    ['tmb.400', '320w'],
    ['tmb.800', '640w'],
  ])

/** The whole photo, for profiles and the viewer. */
export function wholePhoto(photo: SizedPhoto & { width: number; height: number }): PhotoSource {
  const widthAt = (side: number) =>
    `${Math.round(photo.width * Math.min(1, side / Math.max(photo.width, photo.height)))}w`
  return sourceOf('lg', photo, [
    ['lg.1000', widthAt(1000)],
    ['lg.1600', widthAt(1600)],
  ])
}
