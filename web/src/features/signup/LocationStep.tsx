import { problems } from '@rosella/contract/problems'
import { ArrowLeft } from 'lucide-react'
import { Controller, useFormState } from 'react-hook-form'
import { saidOr } from '../../platform/api'
import type { LocationControl } from '../../platform/places'
import { submitForm } from '../../platform/submit-form'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { firstMissing } from '../../ui/first-missing'
import { CardPreview } from './CardPreview'
import { StepFrame } from './StepFrame'
import { type Draft, type SignupForm, useDraft } from './signup-form'

type LocationStepProps = {
  form: SignupForm
  Location: LocationControl
  /** Creates the account; what it rejects with is told here. */
  onSubmit: (draft: Draft) => Promise<void>
}

export function LocationStep({ form, Location, onSubmit }: LocationStepProps) {
  const draft = useDraft(form.control)
  const { errors, isSubmitting } = useFormState({ control: form.control })

  return (
    <StepFrame
      heading="Step 2 of 3"
      lead="Where do you live?"
      current={1}
      aside={<CardPreview draft={draft} />}
    >
      <div className="grid gap-8">
        <section className="petal bg-surface p-5 inset-ring inset-ring-line sm:p-8">
          <Controller
            control={form.control}
            name="home"
            render={({ field: { value, onChange } }) => <Location value={value} onChange={onChange} />}
          />
        </section>
        {errors.root && <Alert>{errors.root.message}</Alert>}
        <div className="flex flex-wrap items-start gap-3">
          <ButtonLink tone="quiet" size="large" to="/signup" icon={ArrowLeft}>
            Back
          </ButtonLink>
          <Button
            tone="affection"
            size="large"
            pending={isSubmitting}
            missing={firstMissing([draft.home !== null, problems['signup.city'][1]])}
            onClick={submitForm(form, onSubmit, (error) => saidOr(error, problems.generic[1]))}
          >
            Continue
          </Button>
        </div>
      </div>
    </StepFrame>
  )
}
