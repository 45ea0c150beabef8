import type { MemberProfile } from '@rosella/contract/member/endpoints'
import { ageAt } from '@rosella/contract/member/rules'
import { bandWords } from '@rosella/contract/places/bands'
import { countryName } from '@rosella/contract/places/countries'
import { MapPin } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Tag } from '../../ui/Tag'
import { VerifiedBadge } from '../../ui/VerifiedBadge'
import { VisuallyHidden } from '../../ui/VisuallyHidden'

type ProfileHeaderProps = {
  member: MemberProfile
  heading: RefObject<HTMLHeadingElement | null>
  /** Hidden where one cannot act. */
  tagline: boolean
  menu: ReactNode
}

export function ProfileHeader({ member, heading, tagline, menu }: ProfileHeaderProps) {
  const age = member.birthday === null ? '' : `, ${ageAt(member.birthday, Math.floor(Date.now() / 1000))}`
  return (
    <header className="grid gap-5">
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-1.5">
          <h1 ref={heading} tabIndex={-1} className="wrap-anywhere text-4xl sm:text-5xl">
            {member.username}
            <span className="font-medium">{age}</span>
          </h1>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Place member={member} />
            {member.band !== null && <span className="text-lg text-muted">{bandWords[member.band]}</span>}
            {member.premium && <Tag tone="ink">Premium</Tag>}
            <VerifiedBadge ts={member.verified_ts} />
          </div>
        </div>
        {menu}
      </div>
      {tagline && member.tagline !== '' && (
        <p className="petal wrap-anywhere w-fit max-w-full bg-surface px-6 py-4 font-display font-semibold text-xl leading-snug inset-ring inset-ring-line sm:text-2xl">
          {member.tagline}
        </p>
      )}
    </header>
  )
}

/** City and country; where they are known to lie somewhere, a map of them opens in a new tab. */
function Place({ member: { city, country, location } }: { member: MemberProfile }) {
  // Where a town is hidden and no state known, the city is the country itself.
  const words = [...new Set([city, country && countryName(country)])].filter(Boolean).join(', ')
  if (words === '') return null
  const inside = (
    <>
      <MapPin aria-hidden="true" className="size-5 shrink-0" />
      <span className="wrap-anywhere">{words}</span>
    </>
  )
  const look = '-ms-0.5 inline-flex min-h-11 items-center gap-1.5 text-lg text-muted'
  if (!location) return <p className={look}>{inside}</p>
  return (
    <a
      href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(words)}`}
      target="_blank"
      rel="noopener noreferrer"
      className={`${look} petal-sm underline decoration-line-strong decoration-1 underline-offset-4 hover:text-ink hover:decoration-2`}
    >
      {inside}
      <VisuallyHidden> (map, opens in a new tab)</VisuallyHidden>
    </a>
  )
}
