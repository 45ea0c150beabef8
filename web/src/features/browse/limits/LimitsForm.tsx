import { sentences } from '@rosella/contract/sentences'
import { Check } from 'lucide-react'
import { Alert } from '../../../ui/Alert'
import { Button } from '../../../ui/Button'
import { Skeleton } from '../../../ui/Skeleton'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { AgeFields, AnsweredOnlyField, DistanceField, LimitListField } from './LimitFields'
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
      <p className="flex min-h-6 items-center text-sm">
        <span role="status" className="flex items-center gap-1 font-semibold text-gum">
          {save.isSuccess && (
            <>
              <Check aria-hidden="true" strokeWidth={3} className="size-4" />
              {sentences.saved}
            </>
          )}
        </span>
      </p>
    </div>
  )
}
