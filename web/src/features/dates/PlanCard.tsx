import type { DatePlan } from '@rosella/contract/dates/endpoints'
import { isOpenPlan, NOTE_MAX, PLACE_MAX, whenText } from '@rosella/contract/dates/rules'
import { useQuery } from '@tanstack/react-query'
import CalendarHeart from 'lucide-react/icons/calendar-heart'
import MapPin from 'lucide-react/icons/map-pin'
import { type ReactNode, type Ref, useState } from 'react'
import { call } from '../../platform/api'
import { download } from '../../platform/download'
import { queryKeys } from '../../platform/query-keys'
import { getSession } from '../../platform/session/session'
import { showToast } from '../../platform/toast'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/forms/Field'
import { TextArea } from '../../ui/forms/TextArea'
import { Dialog } from '../../ui/overlays/Dialog'
import { Tag, type TagTone } from '../../ui/Tag'

export function useDates() {
  return useQuery({
    queryKey: queryKeys.dates(getSession()?.id),
    queryFn: ({ signal }) => call('GET /api/dates', {}, { signal }),
  })
}

/** The value of a datetime-local field, in the time zone of this device. */
export const toLocal = (ts: number): string => {
  const date = new Date(ts * 1000)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
export const fromLocal = (value: string): number => Math.floor(new Date(value).getTime() / 1000)
/** In the zone in which it was entered, so that both read the same time. */
export const whenLabel = ({ at_ts, time_zone }: Pick<DatePlan, 'at_ts' | 'time_zone'>): string =>
  whenText(at_ts, time_zone)

export function stateTag({ state, by_me, partner }: DatePlan): [TagTone, string] {
  const name = partner?.username ?? 'the other'
  switch (state) {
    case 'proposed':
      return ['wattle', by_me ? `Waiting for ${name}` : 'Waiting for your answer']
    case 'accepted':
      return ['gum', 'It’s a date']
    case 'declined':
      return ['plain', 'Declined']
    case 'cancelled':
      return ['plain', 'Cancelled']
    case 'past':
      return ['plain', 'Past']
  }
}

interface PlanCardProps {
  plan: DatePlan
  /** Shown above the time, such as the name with a link. */
  title?: ReactNode
  /** The buttons. */
  children?: ReactNode
  ref?: Ref<HTMLElement>
}

/** A plan, in a conversation and on /dates. */
export function PlanCard({ plan, title, children, ref }: PlanCardProps) {
  const [tone, label] = stateTag(plan)
  const when = <p className="font-bold font-display text-lg">{whenLabel(plan)}</p>
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={`Date on ${whenLabel(plan)}`}
      className="petal-md grid gap-2 bg-surface p-4 inset-ring inset-ring-line"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {title ?? when}
        <Tag tone={tone} icon={CalendarHeart} className="ms-auto">
          {label}
        </Tag>
      </div>
      {title && when}
      <p className="flex items-start gap-2">
        <MapPin aria-hidden="true" className="mt-1 size-4.5 shrink-0" />
        <bdi className="wrap-anywhere">{plan.place}</bdi>
      </p>
      {plan.note && <p className="wrap-anywhere whitespace-pre-wrap text-muted">{plan.note}</p>}
      {plan.state === 'cancelled' && <p className="font-semibold">This date was cancelled.</p>}
      {children && <div className="-mb-1 flex flex-wrap items-center gap-2 pt-1">{children}</div>}
    </section>
  )
}

export function CalendarButton({ id }: { id: number }) {
  const save = () =>
    download(`/api/date-calendar?id=${id}`, 'date.ics').catch((error: Error) =>
      showToast('danger', error.message),
    )
  return (
    <Button tone="bare" className="px-3! text-sm" onClick={() => void save()}>
      Add to calendar
    </Button>
  )
}

interface PlanDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** To suggest another time; the note stays as it is. */
  plan?: DatePlan
  onSend: (fields: {
    at_ts: number
    place: string
    note: string
    sure: boolean
  }) => Promise<Refusal | undefined>
}

/** `asks` if it can be sent again as it is, after a question. */
export interface Refusal {
  message: string
  asks: boolean
}

/** To suggest a date or another time. */
export function PlanDialog({ open, onClose, title, plan, onSend }: PlanDialogProps) {
  const [when, setWhen] = useState(() => (plan ? toLocal(plan.at_ts) : ''))
  const [place, setPlace] = useState(plan?.place ?? '')
  const [note, setNote] = useState('')
  const [refusal, setRefusal] = useState<Refusal>()
  const [pending, setPending] = useState(false)
  async function send() {
    setPending(true)
    const refused = await onSend({ at_ts: fromLocal(when), place, note, sure: refusal?.asks ?? false })
    setPending(false)
    setRefusal(refused)
    if (!refused) onClose()
  }
  const missing =
    when === '' ? 'Choose a day and time first.' : place.trim() === '' ? 'Enter a place first.' : null
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="small"
      written={!plan && (place !== '' || note !== '') && !pending}
      actions={
        <Button pending={pending} missing={missing} onClick={() => void send()}>
          {refusal?.asks ? 'Send anyway' : plan ? 'Suggest this time' : 'Suggest date'}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-muted">
          Meet in a public place, and tell somebody where you’re going. You can start a check-in once it’s a
          date.
        </p>
        <Field
          type="datetime-local"
          label="Day and time"
          min={toLocal(Date.now() / 1000)}
          value={when}
          onChange={({ target }) => setWhen(target.value)}
        />
        <Field
          label="Place"
          limit={PLACE_MAX}
          value={place}
          autoComplete="off"
          onChange={({ target }) => {
            setPlace(target.value)
            setRefusal(undefined)
          }}
        />
        {!plan && (
          <TextArea
            label="Note"
            optional
            limit={NOTE_MAX}
            value={note}
            onChange={({ target }) => {
              setNote(target.value)
              setRefusal(undefined)
            }}
          />
        )}
        {refusal && <Alert>{refusal.message}</Alert>}
      </div>
    </Dialog>
  )
}

export const isOpen = ({ state }: DatePlan): boolean => isOpenPlan(state)
