import type { MemberProfile } from '@rosella/contract/member/endpoints'
import Images from 'lucide-react/icons/images'
import { lazy, Suspense, useState } from 'react'
import { photoAt, photoHash, useHistoryOverlay } from '../../platform/history-overlay'
import { usePrefetch } from '../../platform/prefetch'
import { photoUrl } from '../../platform/site'
import { cx } from '../../ui/cx'
import { tintOf } from '../../ui/member/letter-tint'
import { PhotoTransition } from '../../ui/member/PhotoTransition'
import { Tag } from '../../ui/Tag'
import { photoFrame } from './ProfileSkeleton'

const loadViewer = () => import('./PhotoViewer')
const PhotoViewer = lazy(async () => ({ default: (await loadViewer()).PhotoViewer }))

type PhotosProps = { member: MemberProfile; names: string[] }

/** The main photo, thumbnails of the others below it, and a carousel of all of them. */
export function Photos({ member: { username, url_hash, online }, names }: PhotosProps) {
  const overlay = useHistoryOverlay()
  usePrefetch(loadViewer)
  const [main] = names
  const isOpen = photoAt(overlay.hash) !== undefined
  // Stays mounted once opened, so that it can return the focus when it closes.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  const show = (at: number) => overlay.open(photoHash(at))

  return (
    <section aria-label="Photos" className="grid gap-3">
      <div className="relative">
        <PhotoTransition urlHash={url_hash}>
          {main ? (
            <button
              type="button"
              onClick={() => show(0)}
              aria-label={
                names.length === 1
                  ? `Open the photo of ${username}`
                  : `Open the ${names.length} photos of ${username}`
              }
              className={cx(photoFrame, 'group')}
            >
              {/* The thumbnail, already loaded for the card, shows until the large photo is loaded. */}
              <img src={photoUrl('tmb', main)} alt="" />
              <img
                src={photoUrl('lg', main)}
                alt=""
                fetchPriority="high"
                className="transition duration-350 ease-out group-hover:scale-102"
              />
              {names.length > 1 && (
                <span className="petal-sm absolute end-3 bottom-3 inline-flex min-h-8 items-center gap-1.5 bg-[#140a13]/75 px-3 font-semibold text-[#fbefea] text-sm tabular-nums">
                  <Images aria-hidden="true" className="size-4" />
                  {names.length}
                </span>
              )}
            </button>
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
          <Tag tone="gum" className="absolute start-3 top-3 text-sm">
            <span aria-hidden="true" className="-ms-0.5 size-2.5 rounded-full bg-gum" />
            Online
          </Tag>
        )}
      </div>
      {names.length > 1 && <Strip username={username} names={names} onChoose={show} />}
      {wasOpen && (
        <Suspense>
          <PhotoViewer username={username} names={names} />
        </Suspense>
      )}
    </section>
  )
}

type StripProps = { username: string; names: string[]; onChoose: (at: number) => void }

function Strip({ username, names, onChoose }: StripProps) {
  return (
    <ul className="-m-1 flex gap-2 overflow-x-auto p-1 [scrollbar-width:thin]">
      {names.map((name, place) => (
        <li key={name} className="shrink-0">
          <button
            type="button"
            aria-label={`Photo ${place + 1} of ${username}`}
            onClick={() => onChoose(place)}
            className="petal-sm block h-16 w-14 overflow-hidden sm:h-20 sm:w-17 bg-sunken transition hover:opacity-85"
          >
            <img src={photoUrl('tmb', name)} alt="" loading="lazy" className="size-full object-cover" />
          </button>
        </li>
      ))}
    </ul>
  )
}
