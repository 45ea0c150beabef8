import { problems } from '@rosella/contract/problems'
import { FIRST_NAME_HELP, isFirstName, labels } from '@rosella/contract/profile/rules'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useEmailCheck } from '../../platform/email-check'
import { Button } from '../../ui/Button'
import { ChoiceGroup } from '../../ui/ChoiceGroup'
import { Field } from '../../ui/Field'
import { AccountFields } from './AccountFields'
import { BirthFields } from './BirthFields'
import { CardPreview } from './CardPreview'
import { ConfirmBasics } from './ConfirmBasics'
import type { Change, Draft } from './draft'
import { missingBasics, missingWords } from './missing'
import { StepFrame } from './StepFrame'

const optionsOf = (codes: Record<string, string>) =>
  Object.entries(codes).map(([value, label]) => ({ value, label }))

type BasicsStepProps = { draft: Draft; onChange: Change; invited: boolean; onDone: () => void }

export function BasicsStep({ draft, onChange, invited, onDone }: BasicsStepProps) {
  const check = useEmailCheck(invited ? '' : draft.email)
  const [asking, setAsking] = useState(false)
  const missing = missingBasics(draft, check.state, invited)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (missing.length === 0) setAsking(true)
  }

  return (
    <StepFrame
      heading="Create Account"
      lead="A few answers, and you are nearly there."
      current={0}
      aside={<CardPreview draft={draft} />}
    >
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-8" aria-label="Create account">
        <section className="petal grid grid-cols-1 gap-7 bg-surface p-5 inset-ring inset-ring-line sm:p-8">
          <h2 className="text-2xl">About you</h2>
          <AboutFields draft={draft} onChange={onChange} />
        </section>
        {!invited && (
          <section className="petal grid grid-cols-1 gap-6 bg-surface p-5 inset-ring inset-ring-line sm:p-8">
            <h2 className="text-2xl">How you log in</h2>
            <AccountFields draft={draft} onChange={onChange} check={check} />
          </section>
        )}
        <Disclaimer />
        <div>
          <Button
            type="submit"
            tone="affection"
            size="large"
            disabled={missing.length > 0}
            reason={missingWords(missing)}
          >
            Continue
          </Button>
        </div>
      </form>
      <ConfirmBasics open={asking} draft={draft} onClose={() => setAsking(false)} onConfirm={onDone} />
    </StepFrame>
  )
}

function AboutFields({ draft, onChange }: { draft: Draft; onChange: Change }) {
  const [left, setLeft] = useState(false)
  const name = draft.username.trim()
  return (
    <>
      <Field
        label="First name"
        autoComplete="given-name"
        maxLength={60}
        value={draft.username}
        onChange={(event) => onChange({ username: event.target.value })}
        onBlur={() => setLeft(true)}
        hint={FIRST_NAME_HELP}
        error={left && name !== '' && !isFirstName(name) && problems['first-name.invalid'][1]}
      />
      <ChoiceGroup
        legend="Gender at birth"
        hint="Your profile shows it, so that people know who they meet."
        options={optionsOf(labels.gender_birth)}
        value={draft.gender_birth}
        onChange={(gender_birth) => onChange({ gender_birth, gender: draft.gender ?? gender_birth })}
      />
      <ChoiceGroup
        legend="Current gender"
        hint="It decides who finds you."
        options={optionsOf(labels.gender)}
        value={draft.gender}
        onChange={(gender) => onChange({ gender })}
      />
      <ChoiceGroup
        legend="Interested in"
        hint="It decides whom you see: only people who may like you back."
        options={optionsOf(labels.interested)}
        value={draft.interested}
        onChange={(interested) => onChange({ interested })}
      />
      <ChoiceGroup
        legend="Relationship goals"
        hint="Nobody should have to guess."
        options={optionsOf(labels.relationship_goals)}
        value={draft.relationship_goals}
        onChange={(relationship_goals) => onChange({ relationship_goals })}
      />
      <BirthFields draft={draft} onChange={onChange} />
    </>
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
