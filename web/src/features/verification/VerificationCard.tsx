import BadgeCheck from 'lucide-react/icons/badge-check'
import { verifiedOn } from '../../format/verified-on'
import { ButtonLink } from '../../ui/Button'
import { SettingsCard } from '../../ui/SettingsCard'
import { Tag } from '../../ui/Tag'
import { VERIFY_PATH } from './own-document'
import { useVerification } from './use-verification'

export function VerificationCard() {
  const { data } = useVerification()
  return (
    <SettingsCard
      title="Verified Photos"
      aside={
        data?.verified && (
          <Tag tone="gum" icon={BadgeCheck}>
            Verified
          </Tag>
        )
      }
    >
      <p>
        {data?.verified_ts
          ? verifiedOn(data.verified_ts)
          : 'A moderator can compare your photos with selfies from your camera. Others then see that your photos are really you.'}
      </p>
      {data?.state === 'waiting' && <p className="text-muted">Our moderators are checking your selfies.</p>}
      <div>
        <ButtonLink to={VERIFY_PATH} reloadDocument icon={BadgeCheck}>
          {data?.verified ? 'Verify again' : 'Verify my photos'}
        </ButtonLink>
      </div>
    </SettingsCard>
  )
}
