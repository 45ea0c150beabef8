import { type ContactRule, contactRules } from '@rosella/contract/browse/preferences'
import { ChoiceGroup } from '../../../ui/forms/ChoiceGroup'
import { SettingsCard } from '../../../ui/SettingsCard'
import { Skeleton } from '../../../ui/Skeleton'
import { SavedNote } from './SavedNote'
import { usePreferences, useSavePreferences } from './use-preferences'

const labels: Record<ContactRule, string> = {
  anyone: 'Anyone',
  preferences: 'People matching my preferences',
  verified: 'Verified members',
  liked: 'People I liked',
}

/** From whom the member takes a first message. The preferences' own card beside it says when they could not be loaded. */
export function ContactCard() {
  const preferences = usePreferences()
  const save = useSavePreferences()
  if (preferences.error && !preferences.data) return null
  return (
    <SettingsCard title="Who may write to me">
      <p className="text-muted">
        Others read this before they type, and not which of your preferences they miss. Whoever you have
        written to may always answer.
      </p>
      {preferences.data ? (
        <ChoiceGroup
          legend="I take a first message from"
          options={contactRules.map((rule) => ({ value: rule, label: labels[rule] }))}
          value={preferences.data.contact}
          onChange={(rule) => save.mutate({ contact: rule as ContactRule })}
        />
      ) : (
        <Skeleton className="h-20 rounded-input" />
      )}
      <SavedNote saved={save.isSuccess} />
    </SettingsCard>
  )
}
