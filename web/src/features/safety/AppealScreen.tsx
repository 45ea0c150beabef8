import { clientMessage } from '@rosella/contract/client-problems'
import { APPEAL_TEXT } from '@rosella/contract/safety/rules'
import { sentences } from '@rosella/contract/sentences'
import Scale from 'lucide-react/icons/scale'
import { useEffect, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { call, type Reply } from '../../platform/api'
import { submitForm } from '../../platform/submit-form'
import { useTitle } from '../../platform/title'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { TextArea } from '../../ui/forms/TextArea'
import { Spinner } from '../../ui/Spinner'

type Decision = Reply<'GET /api/appeal'>
type State = { kind: 'loading' } | { kind: 'failed'; message: string } | { kind: 'read'; decision: Decision }

const TITLE = 'Appeal a decision'
const outcomes: Record<string, string> = {
  warned: 'You were warned.',
  suspended: 'Your account was suspended.',
  banned: 'Your account was banned.',
  held: 'You can’t start new conversations for now.',
}
const longDate = (ts: number): string =>
  new Date(ts * 1000).toLocaleDateString('en-AU', { dateStyle: 'long' })

/** Opens from the email about a decision. Suspended and banned members have no session, so the link has a key. */
export function AppealScreen() {
  const [search] = useSearchParams()
  const from = { report_id: Number(search.get('report')), key: search.get('key') ?? '' }
  const [state, setState] = useState<State>({ kind: 'loading' })
  useTitle(TITLE)

  useEffect(() => {
    let left = false
    // Without a key there is no need to call the server.
    const read = from.key
      ? call('GET /api/appeal', { report_id: from.report_id, key: from.key })
      : Promise.reject(new Error(clientMessage('appeal.key')))
    read.then(
      (decision) => left || setState({ kind: 'read', decision }),
      (error: Error) => left || setState({ kind: 'failed', message: error.message }),
    )
    return () => {
      left = true
    }
  }, [from.report_id, from.key])

  return (
    <div className="mx-auto grid w-full max-w-2xl grid-cols-1 flex-1 content-start gap-6 px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="flex flex-wrap items-center gap-4 text-4xl sm:flex-nowrap">
        <span
          aria-hidden="true"
          className="petal-md grid size-14 shrink-0 place-items-center bg-gum-soft text-on-gum-soft"
        >
          <Scale className="size-7" />
        </span>
        {TITLE}
      </h1>
      {state.kind === 'loading' && <Spinner label={sentences.loading} />}
      {state.kind === 'failed' && (
        <>
          <Alert>{state.message}</Alert>
          <p className="text-muted">
            The link is in our email about the decision. If your email app split it in two, copy the whole
            address.
          </p>
          <ButtonLink to="/" className="justify-self-start">
            Go to the home page
          </ButtonLink>
        </>
      )}
      {state.kind === 'read' && <DecisionDetails decision={state.decision} from={from} />}
    </div>
  )
}

type DecisionDetailsProps = { decision: Decision; from: { report_id: number; key: string } }

function DecisionDetails({ decision, from }: DecisionDetailsProps) {
  const { outcome, member_text, closed_ts, until_ts, appeal, may_appeal } = decision
  return (
    <>
      <section className="petal grid gap-2 bg-surface p-6 inset-ring inset-ring-line">
        <h2 className="text-xl">{outcomes[outcome] ?? outcome}</h2>
        <p className="text-muted">
          Decided on {longDate(closed_ts)}
          {until_ts !== null && `, until ${longDate(until_ts)}`}
        </p>
        {member_text && <p className="whitespace-pre-line">{member_text}</p>}
      </section>
      {appeal && (
        <section className="petal-md grid gap-2 bg-sunken p-6">
          <h2 className="text-xl">{appealStatus(appeal.upheld)}</h2>
          <p className="whitespace-pre-line">{appeal.text}</p>
        </section>
      )}
      {!appeal && !may_appeal && <p>It’s too late to appeal this decision.</p>}
      {may_appeal && <AppealForm from={from} />}
    </>
  )
}

function appealStatus(upheld: boolean | null): string {
  if (upheld === null) return 'Your appeal is waiting for another moderator'
  return upheld ? 'Your appeal was upheld' : 'Your appeal was not upheld'
}

function AppealForm({ from }: Pick<DecisionDetailsProps, 'from'>) {
  const form = useForm({ defaultValues: { text: '' } })
  const text = useWatch({ control: form.control, name: 'text' })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState

  if (isSubmitSuccessful) {
    return (
      <p role="status" className="petal-md bg-gum-soft p-6 text-lg text-on-gum-soft">
        {sentences.appealed}
      </p>
    )
  }
  return (
    <form
      onSubmit={submitForm(form, (fields) => call('POST /api/appeal', { ...from, ...fields }))}
      className="grid gap-4"
    >
      <Controller
        control={form.control}
        name="text"
        render={({ field }) => (
          <TextArea
            label="Why do you think this is wrong?"
            hint="You can appeal once. Someone who didn’t make the decision will read it."
            limit={APPEAL_TEXT.characters}
            maxLength={APPEAL_TEXT.characters}
            {...field}
          />
        )}
      />
      {errors.root && <Alert>{errors.root.message}</Alert>}
      <Button
        type="submit"
        className="justify-self-start"
        disabled={text.trim() === ''}
        pending={isSubmitting}
      >
        Send appeal
      </Button>
    </form>
  )
}
