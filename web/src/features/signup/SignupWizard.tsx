import type { SessionRecord } from '@rosella/contract/access/shapes'
import { clientMessage } from '@rosella/contract/client-problems'
import { memberStatus } from '@rosella/contract/member/status'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useState } from 'react'
import { Controller, useFormState } from 'react-hook-form'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { CallFailed, call, serverMessageOr } from '../../platform/api'
import type { LocationControl } from '../../platform/places'
import { reloadSession } from '../../platform/session/reload-session'
import { getSession, setSession, useSession } from '../../platform/session/session'
import { submitForm } from '../../platform/submit-form'
import { useTitle } from '../../platform/title'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { firstMissing } from '../../ui/forms/first-missing'
import { Activation } from './Activation'
import { BasicsStep } from './BasicsStep'
import { CardPreview } from './CardPreview'
import { StepFrame, useFocusOnStep } from './StepFrame'
import { type Draft, emptyDraft, type SignupForm, signupInput, useDraft, useSignupForm } from './signup-form'

type LocationStepProps = {
  form: SignupForm
  Location: LocationControl
  /** Creates the account. Rejections are shown here. */
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
            missing={firstMissing([draft.home !== null, clientMessage('signup.city')])}
            onClick={submitForm(form, onSubmit, (error) => serverMessageOr(error, clientMessage('generic')))}
          >
            Continue
          </Button>
        </div>
      </div>
    </StepFrame>
  )
}

const TITLE = 'Sign Up'
const LOCATION = '#location'

/** A new visitor, a member invited by an admin, or someone who must be redirected. */
type Visitor = { as: 'new' | 'invited' } | { as: 'elsewhere'; to: string }

function visitorOf(session: SessionRecord | null): Visitor {
  if (!session) return { as: 'new' }
  if (session.status !== memberStatus.unfinished) return { as: 'elsewhere', to: '/' }
  return session.profile_completed_ts === null ? { as: 'invited' } : { as: 'elsewhere', to: '/reg-photos' }
}

type Parts = { photos: ReactNode; preferences: ReactNode; Location: LocationControl }

export function SignupWizard(parts: Parts) {
  // Decided once, because the session that the wizard creates must not redirect away from it.
  const [visitor] = useState(() => visitorOf(getSession()))
  return visitor.as === 'elsewhere' ? (
    <Navigate to={visitor.to} replace />
  ) : (
    <Steps invited={visitor.as === 'invited'} {...parts} />
  )
}

function Steps({ invited, photos, preferences, Location }: Parts & { invited: boolean }) {
  useTitle(TITLE)
  const navigate = useNavigate()
  const session = useSession()
  const { hash } = useLocation()
  const { form, lostPassword } = useSignupForm()
  const [signedUp, setSignedUp] = useState(false)
  // Step 2 requires confirmed answers, not just its address, because a reload loses the password.
  const [confirmed, setConfirmed] = useState(false)
  const locating = hash === LOCATION && confirmed
  const step = signedUp ? 'photos' : locating ? 'location' : 'basics'
  useFocusOnStep(step)

  async function signUp(draft: Draft) {
    const { email, password } = draft
    const record = await call('POST /api/signup', { ...signupInput(draft), email: email.trim(), password })
    if (!record.valid || !record.token) throw new CallFailed(0, { message: clientMessage('generic') })
    setSession(record)
    setSignedUp(true)
    form.reset(emptyDraft())
    await navigate('/signup', { replace: true })
  }

  async function register(member: SessionRecord, draft: Draft) {
    await call('POST /api/user', { ...signupInput(draft), reg: 1 })
    if (!(await reloadSession())) {
      setSession({ ...member, profile_completed_ts: Math.floor(Date.now() / 1000) })
    }
    form.reset(emptyDraft())
    await navigate('/reg-photos')
  }

  const submit = (draft: Draft) => (invited && session ? register(session, draft) : signUp(draft))

  switch (step) {
    case 'basics':
      return (
        <BasicsStep
          form={form}
          lostPassword={lostPassword}
          onEdit={() => setConfirmed(false)}
          invited={invited}
          onDone={() => {
            setConfirmed(true)
            void navigate(`/signup${LOCATION}`)
          }}
        />
      )
    case 'location':
      return <LocationStep form={form} Location={Location} onSubmit={submit} />
    case 'photos':
      // The session may have ended in another tab or on the server.
      return session ? (
        <Activation title={TITLE} photos={photos} preferences={preferences} />
      ) : (
        <Navigate to="/" replace />
      )
  }
}
