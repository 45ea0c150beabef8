import { isEmail, isPassword } from '@rosella/contract/access/rules'
import { clientMessage } from '@rosella/contract/client-problems'
import { labels } from '@rosella/contract/profile/fields'
import { FIRST_NAME_HELP, isFirstName } from '@rosella/contract/profile/rules'
import { birthYears, isBirthday, isOldEnough } from '@rosella/contract/signup/rules'
import { type ReactNode, useId, useState } from 'react'
import { Controller, useFormState } from 'react-hook-form'
import { Link } from 'react-router'
import { codeLabel } from '../../format/labels'
import { type EmailState, useEmailCheck } from '../../platform/session/email-check'
import { Button } from '../../ui/Button'
import { ChoiceGroup } from '../../ui/forms/ChoiceGroup'
import { Field } from '../../ui/forms/Field'
import { Select } from '../../ui/forms/Select'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { AccountFields } from './AccountFields'
import { CardPreview } from './CardPreview'
import { StepFrame } from './StepFrame'
import { birthdayOf, type Draft, type SignupForm, today, useDraft } from './signup-form'

const monthName = new Intl.DateTimeFormat('en-AU', { month: 'long', timeZone: 'UTC' })
const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: monthName.format(Date.UTC(2000, index, 1)),
}))
export const nameOfMonth = (month: string): string => months.find(({ value }) => value === month)?.label ?? ''

const isPossible = (year: string, month: string): boolean =>
  isOldEnough({ year: Number(year), month: Number(month) }, today())

/** Only month and year, for privacy. */
export function BirthFields({ form }: { form: SignupForm }) {
  const hint = useId()
  const { year } = useDraft(form.control)
  const years = birthYears(today()).map((one) => ({ value: String(one), label: String(one) }))

  function clearImpossibleMonth() {
    const { year: chosen, month } = form.getValues()
    if (month !== '' && !isPossible(chosen, month)) form.setValue('month', '')
  }

  return (
    <fieldset aria-describedby={hint} className="min-w-0">
      <legend className="mb-2 font-semibold text-sm">When were you born?</legend>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Birth month"
          labelHidden
          autoComplete="bday-month"
          placeholder="Month"
          options={months.map((month) => ({ ...month, disabled: !isPossible(year, month.value) }))}
          {...form.register('month')}
        />
        <Select
          label="Birth year"
          labelHidden
          autoComplete="bday-year"
          options={years}
          {...form.register('year', { onChange: clearImpossibleMonth })}
        />
      </div>
      <p id={hint} className="mt-1.5 text-muted text-sm">
        Others see your age, never your date of birth. Everyone here is 18 or older.
      </p>
    </fieldset>
  )
}

type ConfirmBasicsProps = { open: boolean; draft: Draft; onClose: () => void; onConfirm: () => void }

/** Asks for confirmation, because these answers can't be changed later. */
export function ConfirmBasics({ open, draft, onClose, onConfirm }: ConfirmBasicsProps) {
  const answers = [
    ['First name', draft.username.trim()],
    ['Born', `${nameOfMonth(draft.month)} ${draft.year}`],
    ['Gender at birth', codeLabel(labels.gender_birth, draft.gender_birth)],
    ['Current gender', codeLabel(labels.gender, draft.gender)],
  ]
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={onConfirm}
      title="Is it all correct?"
      confirmLabel="Yes, it is all correct"
      cancelLabel="No, I'll edit it"
      tone="ink"
    >
      <p>All users must be 18 or older. You can’t change these details later.</p>
      <dl className="petal-md mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 bg-sunken px-5 py-4">
        {answers.map(([question, answer]) => (
          <div key={question} className="contents">
            <dt className="text-muted">{question}</dt>
            <dd className="min-w-0 font-semibold">{answer}</dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  )
}

/** The missing answers of step 1, in the order of the form. An invited member already has an address. */
export function missingBasics(draft: Draft, emailState: EmailState, invited: boolean): string[] {
  const birthday = birthdayOf(draft)
  const answers: [name: string, given: boolean][] = [
    ['first name', isFirstName(draft.username.trim())],
    ['gender at birth', draft.gender_birth !== null],
    ['current gender', draft.gender !== null],
    ['who you are interested in', draft.interested !== null],
    ['relationship goals', draft.relationship_goals !== null],
    ['birth month', birthday !== undefined && isBirthday(birthday, today())],
  ]
  if (!invited) {
    answers.push([emailName(draft.email.trim(), emailState), emailState === 'available'])
    answers.push(['password', isPassword(draft.password)])
  }
  return answers.filter(([, given]) => !given).map(([name]) => name)
}

const emailName = (email: string, state: EmailState): string => {
  if (state === 'taken') return 'an email that isn’t in use'
  return isEmail(email) ? 'your email check' : 'email'
}

/** 'Still missing: first name, email and password.' Null if nothing is missing. */
export function missingText(missing: readonly string[]): string | null {
  const last = missing.at(-1)
  if (last === undefined) return null
  const others = missing.slice(0, -1).join(', ')
  return `Still missing: ${others === '' ? last : `${others} and ${last}`}.`
}

type BasicsStepProps = {
  form: SignupForm
  /** The password was typed before the page was reloaded. */
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
      lead="A few questions, and you’re nearly there."
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
          <Button type="submit" tone="affection" size="large" missing={missingText(missing)}>
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
            name.trim() === '' || isFirstName(name.trim()) || clientMessage('first-name.invalid'),
        })}
      />
      <Choice
        control={control}
        name="gender_birth"
        legend="Gender at birth"
        hint="It’s shown on your profile. You can hide it later."
        onChoose={(code) => {
          if (form.getValues('gender') === null) form.setValue('gender', code)
        }}
      />
      <Choice control={control} name="gender" legend="Current gender" hint="It decides who can find you." />
      <Choice
        control={control}
        name="interested"
        legend="Interested in"
        hint="It decides who you see: only people who could like you back."
      />
      <Choice
        control={control}
        name="relationship_goals"
        legend="Relationship goals"
        hint="So nobody has to guess."
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

/** Opens in a new tab, so that the form keeps everything, including the password. */
function Legal({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className="font-semibold text-ink underline underline-offset-4">
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </Link>
  )
}
