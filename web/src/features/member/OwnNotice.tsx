import { Eye } from 'lucide-react'
import { Banner } from '../../ui/Banner'
import { ButtonLink } from '../../ui/Button'

export function OwnNotice() {
  return (
    <Banner
      icon={Eye}
      action={
        <>
          <ButtonLink tone="quiet" to="/edit">
            Edit profile
          </ButtonLink>
          {/* Loaded anew: only that page's own document may use the camera. */}
          <ButtonLink tone="quiet" to="/verify-photos" reloadDocument>
            Verify my photos
          </ButtonLink>
        </>
      }
    >
      <p className="font-semibold">This is your profile as others see it.</p>
      <p>They see your tagline too, and what they can do here.</p>
    </Banner>
  )
}
