import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { useEffect, useRef, useState } from 'react'
import { avatarPhoto, type PhotoSource, wholePhoto } from '../../format/photo-source'
import { photoAt, photoHash, useHistoryOverlay } from '../../platform/history-overlay'
import { usePrefetch } from '../../platform/prefetch'
import { cx } from '../../ui/cx'
import { lazyOverlay } from '../../ui/lazy/LazyPart'
import { tintOf } from '../../ui/member/letter-tint'
import { PhotoTransition } from '../../ui/member/PhotoTransition'
import { cardSizes, Picture, usePreviews } from '../../ui/member/Picture'
import { Tag } from '../../ui/Tag'
import { photoFrame } from './ProfileSkeleton'
import type { Profile } from './use-profile'

const loadViewer = () => import('./PhotoViewer')
const PhotoViewer = lazyOverlay(
  async () => (await loadViewer()).PhotoViewer,
  ({ open, onClose }) => (open ? onClose : undefined),
)

type PhotosProps = {
  member: MemberProfile
  photos: Profile['photos']
  /** The photo of the card that was clicked, which the browser has already loaded. */
  card: PhotoSource | undefined
}

/** The photos, one at a time, thumbnails below them, and a carousel of all of them. */
export function Photos({ member: { username, url_hash, online }, photos, card }: PhotosProps) {
  const overlay = useHistoryOverlay()
  usePrefetch(loadViewer)
  const isOpen = photoAt(overlay.hash) !== undefined
  // Stays mounted once opened, so that it can return the focus when it closes.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  const show = (at: number) => overlay.open(photoHash(at))

  return (
    <section aria-label="Photos" className="grid gap-3">
      <div className="relative">
        <PhotoTransition urlHash={url_hash}>
          {photos.length > 0 ? (
            <Slides username={username} photos={photos} card={card} onOpen={show} />
          ) : (
            <span
              aria-hidden="true"
              className={cx(
                photoFrame,
                'grid! place-items-center font-bold font-display text-9xl uppercase',
                tintOf(username),
              )}
            >
              {[...username][0]}
            </span>
          )}
        </PhotoTransition>
        {online && (
          <Tag tone="gum" className="pointer-events-none absolute start-3 top-3 text-sm">
            <span aria-hidden="true" className="-ms-0.5 size-2.5 rounded-full bg-gum" />
            Online
          </Tag>
        )}
      </div>
      {photos.length > 1 && <Strip username={username} photos={photos} onChoose={show} />}
      {wasOpen && <PhotoViewer open={isOpen} onClose={overlay.leave} username={username} photos={photos} />}
    </section>
  )
}

const photoSizes = '(min-width: 48rem) 29rem, (min-width: 34rem) 32rem, 92vw'

type SlidesProps = Pick<PhotosProps, 'photos' | 'card'> & { username: string; onOpen: (at: number) => void }

/**
 * A finger swipes from photo to photo with the browser's own scrolling. With a keyboard, the thumbnails open the other
 * photos.
 */
function Slides({ username, photos, card, onOpen }: SlidesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(0)
  const [touched, setTouched] = useState(false)
  const previewOf = usePreviews()
  const open = photoAt(useHistoryOverlay().hash)

  // The viewer and the profile show the same photo.
  useEffect(() => {
    const box = scroller.current
    if (open !== undefined) box?.scrollTo({ left: open * box.clientWidth, behavior: 'instant' })
  }, [open])

  return (
    <div className={cx(photoFrame, 'group')}>
      <div
        ref={scroller}
        data-photo-slides
        onPointerEnter={() => setTouched(true)}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
        className="flex size-full snap-x snap-mandatory overflow-x-auto overflow-y-hidden overscroll-x-contain [scrollbar-width:none]"
      >
        {photos.map((photo, place) => (
          <button
            key={photo.filename}
            type="button"
            onClick={() => onOpen(place)}
            aria-label={place === 0 ? openLabel(username, photos.length) : `Enlarge photo ${place + 1}`}
            tabIndex={place === 0 ? undefined : -1}
            className="relative block size-full shrink-0 snap-start snap-always overflow-hidden bg-center bg-cover -outline-offset-4"
            style={previewOf(photo.preview)}
          >
            {place === 0 && card && <Picture photo={card} sizes={cardSizes} alt="" />}
            {/* The next one is loaded once the member is about to swipe. */}
            {place <= shown + (touched ? 1 : 0) && (
              <Picture
                photo={wholePhoto(photo)}
                sizes={photoSizes}
                alt=""
                fetchPriority={place === 0 ? 'high' : undefined}
                className="transition duration-350 ease-out group-hover:scale-102"
              />
            )}
          </button>
        ))}
      </div>
      {photos.length > 1 && (
        <span
          aria-hidden="true"
          className="petal-sm pointer-events-none absolute end-3 bottom-3 inline-flex min-h-8 items-center bg-[#140a13]/75 px-3 font-semibold text-[#fbefea] text-sm tabular-nums"
        >
          {Math.min(shown + 1, photos.length)} / {photos.length}
        </span>
      )}
    </div>
  )
}

const openLabel = (username: string, count: number): string =>
  count === 1 ? `Open the photo of ${username}` : `Open the ${count} photos of ${username}`

type StripProps = { username: string; photos: Profile['photos']; onChoose: (at: number) => void }

function Strip({ username, photos, onChoose }: StripProps) {
  const previewOf = usePreviews()
  return (
    <ul className="-m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:thin]">
      {photos.map(({ filename, sizes, preview }, place) => (
        <li key={filename} className="shrink-0">
          <button
            type="button"
            aria-label={`Photo ${place + 1} of ${username}`}
            onClick={() => onChoose(place)}
            className="petal-sm block h-16 w-14 overflow-hidden bg-center bg-cover bg-sunken transition hover:opacity-85 sm:h-20 sm:w-17"
            style={previewOf(preview)}
          >
            <Picture
              photo={avatarPhoto(filename, sizes)}
              alt=""
              loading="lazy"
              className="size-full object-cover"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}
