import { Eye } from 'lucide-react'
import { Banner } from '../../ui/Banner'
import { ButtonLink } from '../../ui/Button'

export function OwnNotice() {
  return (
    <Banner
      icon={Eye}
      action={
        <ButtonLink tone="quiet" to="/edit">
          Edit profile
        </ButtonLink>
      }
    >
      <p className="font-semibold">This is your profile as others see it.</p>
      <p>They see your tagline too, and what they can do here.</p>
    </Banner>
  )
}
