import { Check, CheckCheck } from 'lucide-react'
import { PremiumText } from '../../platform/PremiumText'
import { useIsPremium } from '../../platform/session'
import { PremiumNotice } from '../../ui/PremiumNotice'
import { PremiumTag } from '../../ui/PremiumTag'
import { SettingsCard } from '../../ui/SettingsCard'
import { SettingSwitch } from './SettingSwitch'

export function ReceiptsSection() {
  const premium = useIsPremium()
  return (
    <SettingsCard title="Read Receipts" aside={<PremiumTag />}>
      {!premium && (
        <PremiumNotice about={<PremiumText />}>
          With Premium you can see when your messages have been read.
        </PremiumNotice>
      )}
      <SettingSwitch
        name="read_receipts"
        label="Read receipts"
        hint="The ticks on your messages show when they have been read."
        locked={!premium}
      />
      <ul className="grid gap-2 text-muted">
        <li className="flex items-center gap-3">
          <Check aria-hidden="true" className="size-5 shrink-0" />
          One tick: your message has been sent.
        </li>
        <li className="flex items-center gap-3">
          <CheckCheck aria-hidden="true" className="size-5 shrink-0 text-gum" />
          Two ticks: it has been read.
        </li>
      </ul>
    </SettingsCard>
  )
}
