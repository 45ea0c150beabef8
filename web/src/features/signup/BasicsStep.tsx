import { problems } from '@rosella/contract/problems'
import { FIRST_NAME_HELP, isFirstName, labels } from '@rosella/contract/profile/rules'
import { type ReactNode, useState } from 'react'
import { Controller, useFormState } from 'react-hook-form'
import { Link } from 'react-router'
import { useEmailCheck } from '../../platform/email-check'
import { Button } from '../../ui/Button'
import { ChoiceGroup } from '../../ui/ChoiceGroup'
import { Field } from '../../ui/Field'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { AccountFields } from './AccountFields'
import { BirthFields } from './BirthFields'
import { CardPreview } from './CardPreview'
import { ConfirmBasics } from './ConfirmBasics'
import { missingBasics, missingWords } from './missing-basics'
import { StepFrame } from './StepFrame'
import { type SignupForm, useDraft } from './signup-form'

type BasicsStepProps = {
  form: SignupForm
  /** It was typed before the page was loaded anew. */
  lostPassword: boolean
  onEdit: () => void
  invited: boolean
  onDone: () => void
}

export function BasicsStep({ form, lostPassword, onEdit, invited, onDone }: BasicsStepProps) {
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
            <AccountFields form={form} check={check} lostPassword={lostPassword} />
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

function Disclaimer() {
  return (
    <p className="text-muted text-sm">
      By continuing you agree to our <Legal to="/terms">terms of use</Legal> and confirm that you have read
      the <Legal to="/safety">online dating safety policy</Legal> and the{' '}
      <Legal to="/privacy">privacy notice</Legal>.
    </p>
  )
}

/** In a new tab: whoever reads it first finds everything as they left it, the password included. */
function Legal({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className="font-semibold text-ink underline underline-offset-4">
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </Link>
  )
}
