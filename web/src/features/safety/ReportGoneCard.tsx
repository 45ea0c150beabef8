import { SettingsCard } from '../../ui/SettingsCard'
import { ReportGone } from './ReportGone'

export function ReportGoneCard() {
  return (
    <SettingsCard title="Someone you can’t see any more">
      <p className="text-muted">
        Nobody can avoid a report by blocking you or deleting their account. For 180 days after your last
        contact you can report anyone you exchanged messages with, who liked you or sent you a rose, or whose
        profile you opened.
      </p>
      <ReportGone />
    </SettingsCard>
  )
}
