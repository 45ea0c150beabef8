import type { CheckIn, DatePlan } from '@rosella/contract/dates/endpoints'
import { whenText } from '@rosella/contract/dates/rules'
import { sentences } from '@rosella/contract/sentences'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import CalendarHeart from 'lucide-react/icons/calendar-heart'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { avatarPhoto } from '../../format/photo-source'
import { call, type Input } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { getSession, isImpersonating } from '../../platform/session/session'
import { useTitle } from '../../platform/title'
import { showToast } from '../../platform/toast'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { ChoiceGroup } from '../../ui/forms/ChoiceGroup'
import { Avatar } from '../../ui/member/Avatar'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog'
import { Spinner } from '../../ui/Spinner'
import { Tag } from '../../ui/Tag'
import { CheckInDialog } from './CheckInDialog'
import { answerCheckIn, loadCheckIns } from './device-check-ins'
import { CalendarButton, isOpen, PlanCard, useDates } from './PlanCard'
import '../../full-styles.css'

interface DatesScreenProps {
  /** The report form, for a date that made the member uncomfortable. */
  Report: ComponentType<{ member: { id: number; username: string }; onClose: () => void }>
}

/** /dates: upcoming, check-ins and past. #check-in opens the dialog, #check-in-7 for the plan with that id. */
export function DatesScreen({ Report }: DatesScreenProps) {
  const { data, error, refetch } = useDates()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [changing, setChanging] = useState<CheckIn>()
  const [reporting, setReporting] = useState<{ id: number; username: string }>()
  useTitle('Dates')
  const forPlan = /^#check-in(?:-(\d+))?$/.exec(hash)
  const closeDialog = () => void navigate('/dates', { replace: true, preventScrollReset: true })
  const mayCheckIn = !isImpersonating()
  const upcoming = data?.dates.filter(isOpen) ?? []
  const past = data?.dates.filter((plan) => !isOpen(plan)) ?? []
  const active = data?.check_ins.filter(({ state }) => state !== 'ended') ?? []
  const ended = data?.check_ins.filter(({ state }) => state === 'ended') ?? []
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 content-start gap-8 px-4 py-8 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1} className="text-4xl">
          Dates
        </h1>
        {mayCheckIn && (
          <ButtonLink to="/dates#check-in" icon={ShieldCheck} preventScrollReset>
            Check in
          </ButtonLink>
        )}
      </div>
      {!data &&
        (error ? (
          <Alert action={<Button onClick={() => void refetch()}>Try again</Button>}>{error.message}</Alert>
        ) : (
          <Spinner label={sentences.loading} />
        ))}
      {data && (
        <>
          {active.length > 0 && (
            <Section title="Check-ins">
              {active.map((one) => (
                <CheckInCard key={one.id} checkIn={one} onChange={() => setChanging(one)} />
              ))}
            </Section>
          )}
          <Section title="Upcoming">
            {upcoming.length === 0 ? (
              <EmptyState title="No dates planned" icon={CalendarHeart}>
                Once you’ve both written, you can plan a date in your conversation.
              </EmptyState>
            ) : (
              upcoming.map((plan) => <UpcomingPlan key={plan.id} plan={plan} mayCheckIn={mayCheckIn} />)
            )}
          </Section>
          {past.length + ended.length > 0 && (
            <Section title="Past">
              <p className="-mt-2 text-muted text-sm">Everything here is deleted 7 days after the date.</p>
              {past.map((plan) => (
                <PlanCard key={plan.id} plan={plan} title={<Partner plan={plan} />}>
                  {(plan.asks || plan.feedback) && mayCheckIn && (
                    <HowWasIt plan={plan} onReport={setReporting} />
                  )}
                </PlanCard>
              ))}
              {ended.map((one) => (
                <CheckInCard key={one.id} checkIn={one} />
              ))}
            </Section>
          )}
          {forPlan && mayCheckIn && (
            <CheckInDialog
              key={hash}
              plans={data.dates}
              planId={forPlan[1] ? Number(forPlan[1]) : undefined}
              checkIn={active.find(
                ({ date_id }) => forPlan[1] !== undefined && date_id === Number(forPlan[1]),
              )}
              onClose={closeDialog}
            />
          )}
          {changing && (
            <CheckInDialog plans={data.dates} checkIn={changing} onClose={() => setChanging(undefined)} />
          )}
        </>
      )}
      {reporting && <Report key={reporting.id} member={reporting} onClose={() => setReporting(undefined)} />}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  )
}

function Partner({ plan: { partner } }: { plan: DatePlan }) {
  if (!partner) return null
  const { username, url_hash, photo, photo_sizes } = partner
  return (
    <Link to={`/${url_hash}`} className="petal-sm flex min-h-11 items-center gap-3 font-semibold">
      <Avatar name={username} photo={photo ? avatarPhoto(photo, photo_sizes) : null} />
      <bdi className="underline underline-offset-3">{username}</bdi>
    </Link>
  )
}

function UpcomingPlan({ plan, mayCheckIn }: { plan: DatePlan; mayCheckIn: boolean }) {
  const to = `/messages?with=${plan.partner?.url_hash ?? ''}`
  return (
    <PlanCard plan={plan} title={<Partner plan={plan} />}>
      <ButtonLink to={to} tone="quiet">
        {plan.state === 'proposed' && !plan.by_me ? 'Answer in the conversation' : 'Open conversation'}
      </ButtonLink>
      {plan.state === 'accepted' && <CalendarButton id={plan.id} />}
      {plan.state === 'accepted' && mayCheckIn && (
        <ButtonLink
          to={`/dates#check-in-${plan.id}`}
          tone="bare"
          icon={ShieldCheck}
          className="px-3! text-sm"
          preventScrollReset
        >
          {plan.check_in_id === null ? 'Start a check-in' : 'Your check-in'}
        </ButtonLink>
      )}
    </PlanCard>
  )
}

const stateLabels: Record<CheckIn['state'], string> = {
  waiting: 'On',
  asked: 'Are you OK?',
  alerted: 'Contacts alerted',
  ended: 'Ended',
}
const contactLabels = { waiting: 'Not confirmed yet', confirmed: 'Confirmed', declined: 'Declined' } as const

function CheckInCard({ checkIn, onChange }: { checkIn: CheckIn; onChange?: () => void }) {
  const cache = useQueryClient()
  const [deleting, setDeleting] = useState(false)
  const { id, name, place, at_ts, ask_ts, alert_ts, time_zone, state, contacts } = checkIn
  const refetch = () => cache.invalidateQueries({ queryKey: queryKeys.dates(getSession()?.id) })
  const remove = useMutation({
    mutationFn: () => call('POST /api/check-in-delete', { id }),
    onSuccess: async () => {
      await refetch()
      await loadCheckIns()
    },
    onError: (error) => showToast('danger', error.message),
    onSettled: () => setDeleting(false),
  })
  return (
    <section
      aria-label={`Check-in: ${name}`}
      className="petal-md grid gap-2 bg-surface p-4 inset-ring inset-ring-line"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-bold font-display text-lg">
          <bdi>{name}</bdi>, {whenText(at_ts, time_zone)}
        </h3>
        <Tag tone={state === 'alerted' ? 'danger' : state === 'ended' ? 'plain' : 'gum'} icon={ShieldCheck}>
          {stateLabels[state]}
        </Tag>
      </div>
      <p className="wrap-anywhere">{place}</p>
      {state !== 'ended' && state !== 'alerted' && (
        <p className="text-muted">
          We ask “Are you OK?” on {whenText(ask_ts, time_zone)}, and alert your contacts on{' '}
          {whenText(alert_ts, time_zone)} if you don’t answer.
        </p>
      )}
      <ul aria-label="Trusted contacts" className="grid gap-1">
        {contacts.map((contact) => (
          <li key={contact.email} className="flex flex-wrap items-center gap-x-3">
            <bdi className="font-semibold">{contact.name}</bdi>
            <span className="wrap-anywhere text-muted text-sm">{contact.email}</span>
            <Tag tone={contact.state === 'confirmed' ? 'gum' : 'plain'}>{contactLabels[contact.state]}</Tag>
          </li>
        ))}
      </ul>
      <div className="-mb-1 flex flex-wrap gap-2">
        {state !== 'ended' && (
          <>
            <Button onClick={() => answerCheckIn(checkIn, 'ok')}>I’m OK</Button>
            <Button tone="danger" onClick={() => answerCheckIn(checkIn, 'help')}>
              I need help
            </Button>
          </>
        )}
        {onChange && state !== 'alerted' && (
          <Button tone="quiet" onClick={onChange}>
            Change
          </Button>
        )}
        <Button tone="bare" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </div>
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        onConfirm={() => remove.mutate()}
        title="Delete this check-in?"
        confirmLabel="Delete check-in"
        pending={remove.isPending}
      >
        We won’t ask you, and your contacts won’t be alerted. Their addresses are deleted, and a page they
        have received stops working.
      </ConfirmDialog>
    </section>
  )
}

const yesNo = [
  { value: '1', label: 'Yes' },
  { value: '0', label: 'No' },
]
const asFlag = (answer: boolean | null | undefined): string | null =>
  answer === null || answer === undefined ? null : answer ? '1' : '0'

interface HowWasItProps {
  plan: DatePlan
  onReport: (member: { id: number; username: string }) => void
}

/** Each answer is saved when it is chosen. */
function HowWasIt({ plan, onReport }: HowWasItProps) {
  const cache = useQueryClient()
  const { id, feedback, partner, partner_id } = plan
  const refetch = () => cache.invalidateQueries({ queryKey: queryKeys.dates(getSession()?.id) })
  const onError = (error: Error) => showToast('danger', error.message)
  const save = useMutation({
    mutationFn: (input: Input<'POST /api/date-feedback'>) => call('POST /api/date-feedback', input),
    onSuccess: refetch,
    onError,
  })
  const remove = useMutation({
    mutationFn: () => call('POST /api/date-feedback-delete', { id }),
    onSuccess: refetch,
    onError,
  })
  function choose(question: 'met' | 'again' | 'uncomfortable', value: string | null) {
    if (value === null) return
    const now = { met: feedback?.met ?? true, again: feedback?.again, uncomfortable: feedback?.uncomfortable }
    const next = { ...now, [question]: value === '1' }
    const given = (answer: boolean | null | undefined) =>
      answer === null || answer === undefined ? undefined : answer ? 1 : 0
    save.mutate({
      id,
      met: next.met ? 1 : 0,
      again: given(next.again),
      uncomfortable: given(next.uncomfortable),
    })
    const wantsReport = question === 'uncomfortable' && value === '1'
    if (wantsReport && partner && partner_id !== null)
      onReport({ id: partner_id, username: partner.username })
  }
  return (
    <div className="grid w-full gap-4">
      <h3 className="font-bold font-display text-lg">How was it?</h3>
      <p className="-mt-3 text-muted text-sm">Only you see your answers. We count them without names.</p>
      <ChoiceGroup
        legend="Did you meet?"
        options={yesNo}
        value={asFlag(feedback?.met)}
        onChange={(value) => choose('met', value)}
      />
      {feedback?.met && (
        <>
          <ChoiceGroup
            legend="Would you like to see them again?"
            options={yesNo}
            value={asFlag(feedback.again)}
            onChange={(value) => choose('again', value)}
          />
          <ChoiceGroup
            legend="Did anything make you uncomfortable?"
            options={yesNo}
            value={asFlag(feedback.uncomfortable)}
            onChange={(value) => choose('uncomfortable', value)}
          />
        </>
      )}
      {feedback && (
        <div className="flex flex-wrap gap-2">
          {feedback.uncomfortable &&
            (partner && partner_id !== null ? (
              <Button tone="quiet" onClick={() => onReport({ id: partner_id, username: partner.username })}>
                Report user
              </Button>
            ) : (
              <ButtonLink to="/settings#reports" tone="quiet">
                Report someone I can no longer see
              </ButtonLink>
            ))}
          <Button tone="bare" pending={remove.isPending} onClick={() => remove.mutate()}>
            Delete my answers
          </Button>
        </div>
      )}
    </div>
  )
}
