import { useState } from 'react'
import { cx } from './cx'
import { tintOf } from './letter-tint'
import { VisuallyHidden } from './VisuallyHidden'

export type AvatarSize = 'small' | 'medium' | 'large' | 'huge'

type AvatarProps = {
  name: string
  /** Address of the photo; the first letter stands in when there is none or it does not load. */
  photo?: string | null
  size?: AvatarSize
  online?: boolean
  /** Name it for assistive technology. Leave it off where the name stands beside it. */
  named?: boolean
}

const sizes: Record<AvatarSize, string> = {
  small: 'size-9 text-base',
  medium: 'size-11 text-lg',
  large: 'size-16 text-2xl',
  huge: 'size-28 text-5xl',
}

export function Avatar({ name, photo, size = 'medium', online, named }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className={cx('relative inline-block shrink-0', sizes[size])}>
      {photo && broken !== photo ? (
        <img
          src={photo}
          alt={named ? name : ''}
          onError={() => setBroken(photo)}
          className="petal-round size-full bg-sunken object-cover"
        />
      ) : (
        <Letter name={name} named={named} />
      )}
      {online && (
        <span className="absolute -end-0.5 -bottom-0.5 size-[28%] max-h-5 min-h-3 min-w-3 max-w-5 rounded-full border-2 border-paper bg-gum">
          <VisuallyHidden>Online</VisuallyHidden>
        </span>
      )}
    </span>
  )
}

function Letter({ name, named }: { name: string; named?: boolean }) {
  const letter = [...name][0] ?? '?'
  const look = cx(
    'petal-round grid size-full place-items-center font-bold font-display uppercase',
    tintOf(name),
  )
  if (!named) {
    return (
      <span aria-hidden="true" className={look}>
        {letter}
      </span>
    )
  }
  return (
    <span role="img" aria-label={name} className={look}>
      {letter}
    </span>
  )
}
