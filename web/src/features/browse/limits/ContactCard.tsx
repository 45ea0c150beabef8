import { type ContactRule, contactRules } from '@rosella/contract/browse/preferences'
import { ChoiceGroup } from '../../../ui/forms/ChoiceGroup'
import { SettingsCard } from '../../../ui/SettingsCard'
import { Skeleton } from '../../../ui/Skeleton'
import { SavedNote } from './SavedNote'
import { useLimits, useSaveLimits } from './use-limits'

const labels: Record<ContactRule, string> = {
  anyone: 'Anyone',
  limits: 'People inside my limits',
  verified: 'Verified members',
  liked: 'People I liked',
}

/** From whom the member takes a first message. The limits' own card beside it says when they could not be loaded. */
export function ContactCard() {
  const limits = useLimits()
  const save = useSaveLimits()
  if (limits.error && !limits.data) return null
  return (
    <SettingsCard title="Who may write to me">
      <p className="text-muted">
        Others read this before they type, and not which of your limits they miss. Whoever you have written to
        may always answer.
      </p>
      {limits.data ? (
        <ChoiceGroup
          legend="I take a first message from"
          options={contactRules.map((rule) => ({ value: rule, label: labels[rule] }))}
          value={limits.data.contact}
          onChange={(rule) => save.mutate({ contact: rule as ContactRule })}
        />
      ) : (
        <Skeleton className="h-20 rounded-input" />
      )}
      <SavedNote saved={save.isSuccess} />
    </SettingsCard>
  )
}
