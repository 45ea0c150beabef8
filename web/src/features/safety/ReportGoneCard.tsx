import { SettingsCard } from '../../ui/SettingsCard'
import { ReportGone } from './ReportGone'

export function ReportGoneCard() {
  return (
    <SettingsCard title="Somebody who is gone">
      <p className="text-muted">
        Blocking you or deleting an account is no way out of a report. For 180 days after your last contact
        you can report anybody you wrote with, who liked you or sent you a rose, or whose profile you opened.
      </p>
      <ReportGone />
    </SettingsCard>
  )
}
