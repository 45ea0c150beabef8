import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PhotoSource } from '../../format/photo-source'
import { cx } from '../cx'
import { Skeleton } from '../Skeleton'
import { VisuallyHidden } from '../VisuallyHidden'
import { tintOf } from './letter-tint'
import { PhotoTransition } from './PhotoTransition'
import { cardSizes, Picture, usePreviews } from './Picture'

export type CardFact = {
  icon: LucideIcon
  /** The full text, such as '4 photos'. */
  label: string
  count?: number | string
  /** About the viewer and the member, so it shows on a phone too. */
  isBetweenUs?: boolean
}

type MemberCardProps = {
  to: string
  name: string
  age?: number
  place?: string
  /** How far away they are. */
  distance?: string
  photo?: PhotoSource | null
  online?: boolean
  /** The time-ago label. */
  time?: ReactNode
  /** Cut to one line. */
  tagline?: string
  /** Corners of the photo: New and Premium, the star, and whether they like the viewer. */
  topStart?: ReactNode
  topEnd?: ReactNode
  bottomStart?: ReactNode
  /** A separate button in the last corner. */
  like?: ReactNode
  facts?: CardFact[]
  /** Shared interests. If given, the line takes up space even when empty, so that all cards are equally high. */
  sharedTags?: string[]
  /** The corners as text for assistive technology, such as 'New', 'Favourite' or 'You like each other'. */
  remarks?: string[]
  /** A separate button under the card, such as Remove. */
  action?: ReactNode
  /** The action is running. */
  dimmed?: boolean
  /** Loads the photo immediately, for the first row. */
  eager?: boolean
  /** Animates the photo into that of this profile. */
  urlHash?: string
  /** More history state for the profile. */
  state?: object
}

// On a phone, two columns leave no room for both on one line.
const placeAndDistance = 'flex h-6 sm:gap-1.5 max-sm:h-11.5 max-sm:flex-col'
const taglineLine = 'h-6 truncate leading-6'

/** The whole card is one link. Its accessible name is its text, including the hidden text next to the icons. */
export function MemberCard(props: MemberCardProps) {
  const { to, name, age, place, photo, online, time, facts = [], remarks = [], action, dimmed } = props
  const previewOf = usePreviews()
  return (
    <div
      className={cx('relative transition duration-350', dimmed && 'pointer-events-none opacity-40')}
      aria-busy={dimmed || undefined}
    >
      {/* The profile shows this photo until its own has loaded, so that the transition can start immediately. */}
      <Link to={to} state={{ ...props.state, photo }} className="group petal block">
        <PhotoTransition urlHash={props.urlHash}>
          <span
            aria-hidden="true"
            className="petal relative block aspect-4/5 overflow-hidden bg-center bg-cover bg-sunken"
            style={previewOf(photo?.preview)}
          >
            {photo ? (
              <Picture
                photo={photo}
                sizes={cardSizes}
                alt=""
                loading={props.eager ? 'eager' : 'lazy'}
                decoding="async"
                className="size-full object-cover transition duration-350 ease-out group-hover:scale-103"
              />
            ) : (
              <span
                className={cx(
                  'grid size-full place-items-center font-bold font-display text-8xl uppercase',
                  tintOf(name),
                )}
              >
                {[...name][0]}
              </span>
            )}
            <span className="absolute start-2 end-12 top-2 sm:start-3 sm:end-13 sm:top-3 flex flex-wrap gap-1.5">
              {props.topStart}
            </span>
            <span className="absolute end-2 top-2 flex sm:end-3 sm:top-3">{props.topEnd}</span>
            <span className="absolute start-2 end-13 bottom-2 flex sm:start-3 sm:bottom-3">
              {props.bottomStart}
            </span>
          </span>
        </PhotoTransition>
        <span className="block px-1 pt-3">
          <span className="flex h-7 items-center gap-2.5">
            <VisuallyHidden>
              <bdi>{name}</bdi>
              {age !== undefined && `, ${age}`}
            </VisuallyHidden>
            <span
              aria-hidden="true"
              className="flex min-w-0 font-bold font-display text-xl decoration-2 underline-offset-4 group-hover:underline"
            >
              <span className="truncate">{name}</span>
              {age !== undefined && <span className="shrink-0 font-medium">, {age}</span>}
            </span>
            {online && (
              <span className="inline-flex shrink-0 items-center gap-1.5 font-semibold text-gum text-sm">
                <span className="size-2.5 rounded-full bg-gum" />
                Online
              </span>
            )}
          </span>
          <span className={cx(placeAndDistance, 'text-muted text-sm leading-6')}>
            <span className="truncate">{place}</span>
            {place && props.distance && (
              <span aria-hidden="true" className="max-sm:hidden">
                ·
              </span>
            )}
            <span className="shrink-0">{props.distance}</span>
          </span>
          <span className="flex h-6 items-center gap-3 overflow-hidden text-muted text-sm sm:gap-3.5">
            <span className="shrink-0">{time}</span>
            {facts.map(({ icon: Icon, label, count, isBetweenUs }) => (
              <span
                key={label}
                title={label}
                className={cx(
                  'inline-flex items-center gap-1 text-xs tabular-nums sm:text-sm',
                  // On a phone, numbers without labels are meaningless, but screen readers still read them.
                  !isBetweenUs && 'max-sm:sr-only',
                )}
              >
                <Icon aria-hidden="true" className="size-4 sm:size-4.5" />
                <span aria-hidden="true">{count}</span>
                <VisuallyHidden>{label}</VisuallyHidden>
              </span>
            ))}
          </span>
          <span dir="auto" className={cx('block text-sm', taglineLine)}>
            {props.tagline}
          </span>
          {props.sharedTags && <SharedTags tags={props.sharedTags} />}
          <VisuallyHidden>{remarks.join(', ')}</VisuallyHidden>
        </span>
      </Link>
      {props.like && (
        <div className="pointer-events-none absolute inset-x-0 top-0 flex aspect-4/5 items-end justify-end p-2 *:pointer-events-auto sm:p-2.5">
          {props.like}
        </div>
      )}
      {action && <div className="mt-2 grid">{action}</div>}
    </div>
  )
}

/** Shows as many tags as fit on one line. Screen readers read all of them. */
function SharedTags({ tags }: { tags: string[] }) {
  // So small that memoising would only add code, here and below.
  'use no memo'
  return (
    <span className="flex h-8 items-end gap-1.5 overflow-hidden">
      {tags.length > 0 && <VisuallyHidden>{`You share: ${tags.join(', ')}`}</VisuallyHidden>}
      {tags.map((tag) => (
        <span
          key={tag}
          aria-hidden="true"
          className="petal-sm min-w-0 shrink-0 truncate bg-wattle-soft px-2 font-semibold text-on-wattle-soft text-xs leading-6 first:max-w-full"
        >
          {tag}
        </span>
      ))}
    </span>
  )
}

/** Has the same dimensions, so that nothing moves when the card loads. */
export function MemberCardSkeleton({ sharedTags }: { sharedTags?: boolean }) {
  'use no memo'
  return (
    <div aria-hidden="true">
      <Skeleton className="petal aspect-4/5" />
      <div className="px-1 pt-3">
        <div className="flex h-7 items-center">
          <Skeleton className="h-5 w-3/5 rounded-full" />
        </div>
        <div className={cx(placeAndDistance, 'justify-evenly sm:items-center sm:justify-start')}>
          <Skeleton className="h-3.5 w-4/5 rounded-full" />
          <Skeleton className="h-3.5 w-1/2 rounded-full sm:hidden" />
        </div>
        <div className="flex h-6 items-center">
          <Skeleton className="h-3.5 w-2/5 rounded-full" />
        </div>
        <div className="flex h-6 items-center">
          <Skeleton className="h-3.5 w-4/5 rounded-full" />
        </div>
        {sharedTags && <div className="h-8" />}
      </div>
    </div>
  )
}
