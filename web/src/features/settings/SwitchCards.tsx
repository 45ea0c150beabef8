import { Link } from 'react-router'
import { SettingsCard } from '../../ui/SettingsCard'
import { SettingSwitch } from './SettingSwitch'

export function PauseCard() {
  return (
    <SettingsCard title="Pause">
      <SettingSwitch
        name="paused"
        label="Pause my profile"
        hint="You won’t appear in lists, searches or suggestions until you resume. People who have exchanged a like, rose or message with you, or have you as a favourite, can still see you and write to you. Nobody is notified."
      />
    </SettingsCard>
  )
}

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

export function TownCard() {
  return (
    <SettingsCard title="My town">
      <SettingSwitch
        name="town_hidden"
        label="Hide my town"
        hint="Others only see your state, and no distance. Searches by distance won’t find you."
      />
    </SettingsCard>
  )
}
