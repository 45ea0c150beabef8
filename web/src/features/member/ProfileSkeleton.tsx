import { sentences } from '@rosella/contract/sentences'
import type { ReactNode } from 'react'
import type { PhotoSource } from '../../format/photo-source'
import { cx } from '../../ui/cx'
import { PhotoTransition } from '../../ui/member/PhotoTransition'
import { cardSizes, Picture } from '../../ui/member/Picture'
import { Skeleton } from '../../ui/Skeleton'

type ProfileFrameProps = {
  photos: ReactNode
  children: ReactNode
  /** A conversation takes part of the width. */
  isNarrow?: boolean
}

/** Photos next to the text on a wide screen, above it on a narrow one. */
export function ProfileFrame({ photos, children, isNarrow }: ProfileFrameProps) {
  // Drawn a few times per visit, so memoising would only add code, here and below.
  'use no memo'
  return (
    <article
      data-foot-clear
      className={cx(
        'mx-auto grid w-full max-w-6xl items-start gap-y-6 px-4 pt-4 pb-10 sm:px-6 sm:pt-8',
        isNarrow
          ? 'gap-x-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]'
          : 'gap-x-12 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]',
      )}
    >
      <div
        className={
          isNarrow
            ? 'min-w-0 max-xl:mx-auto max-xl:w-full max-xl:max-w-80 xl:sticky xl:top-24'
            : 'min-w-0 max-md:mx-auto max-md:w-full max-md:max-w-lg md:sticky md:top-24'
        }
      >
        {photos}
      </div>
      <div className="grid min-w-0 gap-8">{children}</div>
    </article>
  )
}

/** Wide on a phone, so that name and tagline are visible without scrolling. */
export const photoFrame =
  'petal relative block aspect-8/7 w-full overflow-hidden bg-sunken sm:aspect-4/5 [&_img]:absolute [&_img]:inset-0 [&_img]:size-full [&_img]:object-cover [&_img]:object-[50%_35%]'

type ProfileSkeletonProps = { urlHash: string; photo: PhotoSource | undefined }

export function ProfileSkeleton({ urlHash, photo }: ProfileSkeletonProps) {
  'use no memo'
  return (
    <ProfileFrame
      photos={
        <PhotoTransition urlHash={urlHash}>
          <span className={photoFrame}>
            {photo ? <Picture photo={photo} sizes={cardSizes} alt="" /> : <Skeleton className="size-full" />}
          </span>
        </PhotoTransition>
      }
    >
      <p role="status" className="animate-late text-muted">
        {sentences.loading}
      </p>
      <Skeleton className="h-11 w-3/5 rounded-full" />
      <Skeleton className="h-6 w-2/5 rounded-full" />
      <Skeleton className="petal h-20" />
      <Skeleton className="petal h-40" />
      <Skeleton className="petal h-64" />
    </ProfileFrame>
  )
}
