import { type ReactNode, useState } from 'react'
import { Carousel } from '../../../ui/member/Carousel'

type Photo = { filename: string; tmb_url: string; lg_url: string; mark?: ReactNode }

type PhotoViewerProps = {
  title: string
  photos: readonly Pick<Photo, 'tmb_url' | 'lg_url'>[]
  altOf: (place: number) => string
  /** The photo on screen; null if the viewer is closed. */
  shown: number | null
  onShow: (place: number | null) => void
}

/** Full-size photos of a screen that shows them small. */
export const PhotoViewer = ({ title, photos, altOf, shown, onShow }: PhotoViewerProps) => (
  <Carousel
    open={shown !== null}
    onClose={() => onShow(null)}
    title={title}
    photos={photos.map(({ lg_url, tmb_url }, place) => ({
      photo: { src: lg_url },
      thumb: { src: tmb_url },
      alt: altOf(place),
    }))}
    index={Math.min(shown ?? 0, Math.max(0, photos.length - 1))}
    onIndexChange={onShow}
  />
)

/** Thumbnails that open a carousel of the full-size photos. */
export function PhotoWall({ photos, name }: { photos: readonly Photo[]; name: string }) {
  const [shown, setShown] = useState<number | null>(null)
  const altOf = (place: number) => `${name}, photo ${place + 1}`
  return (
    <>
      <ul className="flex flex-wrap gap-3">
        {photos.map(({ filename, tmb_url, mark }, place) => (
          <li key={filename} className="grid w-23 content-start justify-items-start gap-1">
            <button
              type="button"
              onClick={() => setShown(place)}
              className="petal-sm block w-full overflow-hidden"
            >
              <img
                src={tmb_url}
                alt={altOf(place)}
                className="aspect-4/5 w-full bg-sunken object-cover transition hover:opacity-85"
              />
            </button>
            {mark}
          </li>
        ))}
      </ul>
      <PhotoViewer
        title={`Photos of ${name}`}
        photos={photos}
        altOf={altOf}
        shown={shown}
        onShow={setShown}
      />
    </>
  )
}
