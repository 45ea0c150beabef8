import { useState } from 'react'
import type { PhotoSource } from '../../format/photo-source'
import { cx } from '../cx'
import { VisuallyHidden } from '../VisuallyHidden'
import { tintOf } from './letter-tint'
import { Picture } from './Picture'

type AvatarProps = {
  name: string
  /** Without one, or if it fails to load, the first letter of the name is shown. */
  photo?: PhotoSource | null
  size?: keyof typeof sizes
  online?: boolean
}

const sizes = {
  medium: 'size-11 text-lg',
  large: 'size-16 text-2xl',
}

/** Decorative, so show the name next to it. */
export function Avatar({ name, photo, size = 'medium', online }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className={cx('relative inline-block shrink-0', sizes[size])}>
      {photo && broken !== photo.src ? (
        <Picture
          photo={photo}
          alt=""
          loading="lazy"
          onError={() => setBroken(photo.src)}
          className="petal-round size-full bg-sunken object-cover"
        />
      ) : (
        <span
          aria-hidden="true"
          className={cx(
            'petal-round grid size-full place-items-center font-bold font-display uppercase',
            tintOf(name),
          )}
        >
          {[...name][0] ?? '?'}
        </span>
      )}
      {online && (
        <span className="absolute -end-0.5 -bottom-0.5 size-[28%] max-h-5 min-h-3 min-w-3 max-w-5 rounded-full border-2 border-paper bg-gum">
          <VisuallyHidden>Online</VisuallyHidden>
        </span>
      )}
    </span>
  )
}
