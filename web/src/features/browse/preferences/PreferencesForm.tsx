import { preferenceListNames } from '@rosella/contract/profile/fields'
import { sentences } from '@rosella/contract/sentences'
import { Alert } from '../../../ui/Alert'
import { Button } from '../../../ui/Button'
import { SavedNote } from '../../../ui/SavedNote'
import { Skeleton } from '../../../ui/Skeleton'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { AgeFields, AnsweredOnlyField, ChoiceFilterField, DistanceField } from './PreferenceFields'
import { usePreferences, useSavePreferences } from './use-preferences'

/** The people that the member wants to meet. Every change is saved immediately. */
export function PreferencesForm() {
  const preferences = usePreferences()
  const save = useSavePreferences()
  if (preferences.error && !preferences.data) {
    return (
      <Alert
        action={
          <Button tone="quiet" pending={preferences.isFetching} onClick={() => void preferences.refetch()}>
            Try again
          </Button>
        }
      >
        {preferences.error.message}
      </Alert>
    )
  }
  if (!preferences.data) {
    return (
      <div className="grid gap-6">
        <VisuallyHidden>{sentences.loading}</VisuallyHidden>
        <Skeleton className="h-20 rounded-input" />
        <Skeleton className="h-96 rounded-input" />
      </div>
    )
  }
  const field = { value: preferences.data, onChange: save.change }
  return (
    <div className="grid grid-cols-1 gap-7">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] items-end gap-x-6 gap-y-7">
        <AgeFields {...field} />
        <DistanceField {...field} />
      </div>
      {preferenceListNames.map((name) => (
        <ChoiceFilterField key={name} name={name} {...field} />
      ))}
      <AnsweredOnlyField {...field} />
      <SavedNote {...save.note} />
    </div>
  )
}
