import { type ImgHTMLAttributes, useState, useSyncExternalStore } from 'react'
import type { PhotoSource } from '../../format/photo-source'

/** The width of a card's photo in lists. The profile uses it too, so that it finds the photo in the browser's cache. */
export const cardSizes = '(min-width: 64rem) 17rem, (min-width: 40rem) 31vw, 44vw'

type PictureProps = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'srcSet'> & {
  photo: PhotoSource
  alt: string
}

/** A photo in the size that fits the screen. Its parent gives it its dimensions. */
export function Picture({ photo: { src, srcSet }, sizes, alt, onError, ...rest }: PictureProps) {
  // Memoising would add more code than it saves work.
  'use no memo'
  // A proxy may allow only JPEG, or a file may be lost.
  const [broken, setBroken] = useState<string>()
  const hasSizes = srcSet !== undefined && srcSet !== broken
  const image = (
    <img
      {...rest}
      alt={alt}
      src={src}
      onError={(event) => (hasSizes ? setBroken(srcSet) : onError?.(event))}
    />
  )
  if (!hasSizes) return image
  return (
    <picture className="contents">
      {/* Without `hidden` it would be an item of its own in a grid. */}
      <source type="image/avif" srcSet={srcSet} sizes={sizes} className="hidden" />
      {image}
    </picture>
  )
}

// In a file of its own that is loaded after the first paint, because the first screen is complete without previews.
let previewOf: typeof import('./preview').previewOf | undefined
let loading: Promise<void> | undefined
const whenLoaded = (listener: () => void) => {
  loading ??= import('./preview').then(
    (module) => {
      previewOf = module.previewOf
    },
    () => undefined,
  )
  void loading.then(listener)
  return () => undefined
}
const noPreview = () => undefined

/** Turns a thumbhash into a background that covers the photo's box until the photo is loaded. */
export const usePreviews = (): NonNullable<typeof previewOf> =>
  useSyncExternalStore(whenLoaded, () => previewOf) ?? noPreview
