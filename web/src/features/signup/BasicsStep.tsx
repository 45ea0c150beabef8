import { problems } from '@rosella/contract/problems'
import { FIRST_NAME_HELP, isFirstName, labels } from '@rosella/contract/profile/rules'
import { useState } from 'react'
import { Controller, useFormState } from 'react-hook-form'
import { Link } from 'react-router'
import { useEmailCheck } from '../../platform/email-check'
import { Button } from '../../ui/Button'
import { ChoiceGroup } from '../../ui/ChoiceGroup'
import { Field } from '../../ui/Field'
import { AccountFields } from './AccountFields'
import { BirthFields } from './BirthFields'
import { CardPreview } from './CardPreview'
import { ConfirmBasics } from './ConfirmBasics'
import { missingBasics, missingWords } from './missing-basics'
import { StepFrame } from './StepFrame'
import { type SignupForm, useDraft } from './signup-form'

type BasicsStepProps = { form: SignupForm; onEdit: () => void; invited: boolean; onDone: () => void }

export function BasicsStep({ form, onEdit, invited, onDone }: BasicsStepProps) {
  const draft = useDraft(form.control)
  const check = useEmailCheck(invited ? '' : draft.email)
  const [asking, setAsking] = useState(false)
  const missing = missingBasics(draft, check.state, invited)

  return (
    <StepFrame
      heading="Create Account"
      lead="A few answers, and you are nearly there."
      current={0}
      aside={<CardPreview draft={draft} />}
    >
      <form
        noValidate
        onSubmit={form.handleSubmit(() => setAsking(true))}
        onChange={onEdit}
        className="grid grid-cols-1 gap-8"
        aria-label="Create account"
      >
        <section className="petal grid grid-cols-1 gap-7 bg-surface p-5 inset-ring inset-ring-line sm:p-8">
          <h2 className="text-2xl">About you</h2>
          <AboutFields form={form} />
        </section>
        {!invited && (
          <section className="petal grid grid-cols-1 gap-6 bg-surface p-5 inset-ring inset-ring-line sm:p-8">
            <h2 className="text-2xl">How you log in</h2>
            <AccountFields form={form} check={check} />
          </section>
        )}
        <Disclaimer />
        <div>
          <Button type="submit" tone="affection" size="large" missing={missingWords(missing)}>
            Continue
          </Button>
        </div>
      </form>
      <ConfirmBasics open={asking} draft={draft} onClose={() => setAsking(false)} onConfirm={onDone} />
    </StepFrame>
  )
}

function AboutFields({ form }: { form: SignupForm }) {
  const { control } = form
  const { errors } = useFormState({ control, name: 'username' })
  return (
    <>
      <Field
        label="First name"
        autoComplete="given-name"
        maxLength={60}
        hint={FIRST_NAME_HELP}
        error={errors.username?.message}
        {...form.register('username', {
          validate: (name) =>
            name.trim() === '' || isFirstName(name.trim()) || problems['first-name.invalid'][1],
        })}
      />
      <Choice
        control={control}
        name="gender_birth"
        legend="Gender at birth"
        hint="Your profile shows it. You can switch that off later."
        onChoose={(code) => {
          if (form.getValues('gender') === null) form.setValue('gender', code)
        }}
      />
      <Choice control={control} name="gender" legend="Current gender" hint="It decides who finds you." />
      <Choice
        control={control}
        name="interested"
        legend="Interested in"
        hint="It decides whom you see: only people who may like you back."
      />
      <Choice
        control={control}
        name="relationship_goals"
        legend="Relationship goals"
        hint="Nobody should have to guess."
      />
      <BirthFields form={form} />
    </>
  )
}

type ChoiceProps = {
  control: SignupForm['control']
  name: 'gender_birth' | 'gender' | 'interested' | 'relationship_goals'
  legend: string
  hint: string
  onChoose?: (code: string | null) => void
}

function Choice({ control, name, legend, hint, onChoose }: ChoiceProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <ChoiceGroup
          legend={legend}
          hint={hint}
          options={Object.entries(labels[name]).map(([code, label]) => ({ value: code, label }))}
          value={value}
          onChange={(code) => {
            onChange(code)
            onChoose?.(code)
          }}
        />
      )}
    />
  )
}

const legal = 'font-semibold text-ink underline underline-offset-4'

function Disclaimer() {
  return (
    <p className="text-muted text-sm">
      By continuing you agree to our{' '}
      <Link to="/terms" className={legal}>
        terms of use
      </Link>{' '}
      and confirm that you have read the{' '}
      <Link to="/safety" className={legal}>
        online dating safety policy
      </Link>{' '}
      and the{' '}
      <Link to="/privacy" className={legal}>
        privacy notice
      </Link>
      .
    </p>
  )
}
