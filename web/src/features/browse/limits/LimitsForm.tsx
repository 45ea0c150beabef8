import { sentences } from '@rosella/contract/sentences'
import { Alert } from '../../../ui/Alert'
import { Button } from '../../../ui/Button'
import { Skeleton } from '../../../ui/Skeleton'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { AgeFields, AnsweredOnlyField, DistanceField, LimitListField } from './LimitFields'
import { SavedNote } from './SavedNote'
import { useLimits, useSaveLimits } from './use-limits'

/** Whom the member wants to meet, saved as it is chosen. */
export function LimitsForm() {
  const limits = useLimits()
  const save = useSaveLimits()
  if (limits.error && !limits.data) {
    return (
      <Alert
        action={
          <Button tone="quiet" onClick={() => void limits.refetch()}>
            Try again
          </Button>
        }
      >
        {limits.error.message}
      </Alert>
    )
  }
  if (!limits.data) {
    return (
      <div className="grid gap-6">
        <VisuallyHidden>{sentences.loading}</VisuallyHidden>
        <Skeleton className="h-20 rounded-input" />
        <Skeleton className="h-96 rounded-input" />
      </div>
    )
  }
  const field = { value: limits.data, onChange: save.mutate }
  return (
    <div className="grid grid-cols-1 gap-7">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] items-end gap-x-6 gap-y-7">
        <AgeFields {...field} />
        <DistanceField {...field} />
      </div>
      <LimitListField name="goals" {...field} />
      <LimitListField name="kids" {...field} />
      <LimitListField name="wants_kids" {...field} />
      <LimitListField name="smoking" {...field} />
      <LimitListField name="drinking" {...field} />
      <AnsweredOnlyField {...field} />
      <SavedNote saved={save.isSuccess} />
    </div>
  )
}
