import { SettingsCard } from '../../../ui/SettingsCard'
import { PreferencesForm } from './PreferencesForm'

export function PreferencesCard() {
  return (
    <SettingsCard title="Preferences">
      <p className="text-muted">
        You only see people who match your preferences and whose preferences you match. Nobody else sees
        yours. The likes, roses and messages you already have stay where they are.
      </p>
      <PreferencesForm />
    </SettingsCard>
  )
}
