import { type ContactRule, contactRules } from '@rosella/contract/browse/preferences'
import { ChoiceGroup } from '../../../ui/forms/ChoiceGroup'
import { SavedNote } from '../../../ui/SavedNote'
import { SettingsCard } from '../../../ui/SettingsCard'
import { Skeleton } from '../../../ui/Skeleton'
import { PreferencesForm } from './PreferencesForm'
import { usePreferences, useSavePreferences } from './use-preferences'

const labels: Record<ContactRule, string> = {
  anyone: 'Anyone',
  preferences: 'People matching my preferences',
  verified: 'Verified members',
  liked: 'People I liked',
}

/** The choice of people who may send the member a first message. The preferences card next to it shows the error when loading fails. */
export function ContactCard() {
  const preferences = usePreferences()
  const save = useSavePreferences()
  if (preferences.error && !preferences.data) return null
  return (
    <SettingsCard title="First messages">
      <p className="text-muted">
        People see this rule before they write to you, but not which of your preferences they don’t match.
        Anyone you’ve written to can always reply.
      </p>
      {preferences.data ? (
        <ChoiceGroup
          legend="I accept first messages from"
          options={contactRules.map((rule) => ({ value: rule, label: labels[rule] }))}
          value={preferences.data.contact}
          onChange={(rule) => save.change({ contact: rule as ContactRule })}
        />
      ) : (
        <Skeleton className="h-20 rounded-input" />
      )}
      <SavedNote {...save.note} />
    </SettingsCard>
  )
}

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
