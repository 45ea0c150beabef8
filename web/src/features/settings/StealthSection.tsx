import { PremiumText } from '../../platform/PremiumText'
import { useIsPremium } from '../../platform/session'
import { PremiumNotice } from '../../ui/PremiumNotice'
import { PremiumTag } from '../../ui/PremiumTag'
import { SettingsCard } from '../../ui/SettingsCard'
import { SettingSwitch } from './SettingSwitch'

export function StealthSection() {
  const premium = useIsPremium()
  return (
    <SettingsCard title="Stealth Mode" aside={<PremiumTag />}>
      {!premium && (
        <PremiumNotice about={<PremiumText />}>
          With Premium you can look around without being noticed.
        </PremiumNotice>
      )}
      <SettingSwitch
        name="stealth_mode"
        label="Stealth mode"
        hint="You do not appear in the “Viewed Me” list of members whose profiles you look at."
        locked={!premium}
      />
      <p className="text-muted">
        Whom you look at in stealth mode never finds out, not even after you switch it off. Your own “By Me”
        list still shows you where you have been. Likes, roses and messages are seen as always.
      </p>
    </SettingsCard>
  )
}
