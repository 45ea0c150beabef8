import { SettingsCard } from '../../../ui/SettingsCard'
import { PreferencesForm } from './PreferencesForm'

export function PreferencesCard() {
  return (
    <SettingsCard title="Preferences">
      <p className="text-muted">
        You see people matching your preferences, and only those whose own preferences take you in. Nobody is
        told what yours are. Likes, roses and messages you already have stay where they are.
      </p>
      <PreferencesForm />
    </SettingsCard>
  )
}
