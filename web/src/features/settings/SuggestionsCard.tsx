import { Link } from 'react-router'
import { SettingsCard } from '../../ui/SettingsCard'
import { SettingSwitch } from './SettingSwitch'

export function SuggestionsCard() {
  return (
    <SettingsCard title="Suggestions">
      <SettingSwitch
        name="no_suggestions"
        label="No suggestions"
        hint="“For you” stays empty, and we don’t suggest you to anyone. Lists and searches don’t change."
      />
      <Link to="/how-it-works" className="inline-flex min-h-11 items-center self-start underline">
        How suggestions work
      </Link>
    </SettingsCard>
  )
}
