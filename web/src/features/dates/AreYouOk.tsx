import HeartHandshake from 'lucide-react/icons/heart-handshake'
import Phone from 'lucide-react/icons/phone'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useEffect, useState } from 'react'
import { useClockLabel } from '../../platform/clock'
import { onLive } from '../../platform/live/live'
import { getSession, useSession } from '../../platform/session/session'
import { Button } from '../../ui/Button'
import { useModal } from '../../ui/overlays/Dialog'
import { Spinner } from '../../ui/Spinner'
import '../../full-styles.css'
import {
  answerCheckIn,
  type DeviceCheckIn,
  deliverAnswers,
  dismissRefusal,
  loadCheckIns,
  useDeviceCheckIns,
} from './device-check-ins'

/** The small button is shown from an hour before the date. */
const EARLY_SECONDS = 3600

/**
 * "Are you OK?", over every screen and without a network. Rendered in a place of its own, so that no screen has to load
 * it. From an hour before a date a small button opens it, so that help is never more than two taps away.
 */
export function AreYouOk() {
  const { checkIns, pending, refusal } = useDeviceCheckIns()
  const session = useSession()
  const [opened, setOpened] = useState<number>()
  /** Stays open after an answer, to show that it has arrived. */
  const [shown, setShown] = useState<DeviceCheckIn>()
  const [closed, setClosed] = useState<number>()
  const minute = useClockLabel((now) => Math.floor(now / 5000))
  const now = minute * 5
  useLoading(session?.check_ins ?? 0)
  const open = checkIns.filter(({ state }) => state !== 'ended')
  const asking = open.find((one) => isAsking(one, now))
  const alerted = open.find(({ id, state }) => state === 'alerted' && id !== closed)
  const current =
    checkIns.find(({ id }) => id === (asking?.id ?? opened ?? alerted?.id ?? shown?.id)) ??
    // The server no longer lists it.
    (shown && { ...shown, state: 'ended' as const })
  const near = open.find(({ at_ts }) => at_ts - EARLY_SECONDS <= now)
  if (!current)
    return (
      near && (
        <button
          type="button"
          onClick={() => setOpened(near.id)}
          className="petal-sm fixed start-3 bottom-[calc(var(--bottom-bar,0px)+0.75rem)] z-20 flex min-h-12 items-center gap-2 bg-ink px-4 font-semibold text-paper shadow-menu print:hidden"
        >
          <ShieldCheck aria-hidden="true" className="size-5" />
          Check-in: {near.name}
        </button>
      )
    )
  const close = () => {
    setClosed(current.id)
    setOpened(undefined)
    setShown(undefined)
  }
  return (
    <Question
      key={current.id}
      checkIn={current}
      isAsking={asking !== undefined}
      isPending={pending.some(({ id }) => id === current.id)}
      refusal={refusal}
      onAnswer={(answer) => {
        setShown(current)
        setClosed(undefined)
        dismissRefusal()
        answerCheckIn(current, answer)
      }}
      onClose={close}
    />
  )
}

/** The server has asked, or would have asked by now if there were a network. */
const isAsking = ({ state, ask_ts }: DeviceCheckIn, now: number): boolean =>
  state === 'asked' || (state === 'waiting' && ask_ts <= now)

/** Keeps the device up to date, and sends answers that an earlier page could not send. */
function useLoading(count: number): void {
  useEffect(() => {
    if (count > 0) void loadCheckIns()
  }, [count])
  useEffect(() => {
    void deliverAnswers()
    const retry = () => void deliverAnswers()
    window.addEventListener('online', retry)
    const stop = onLive(({ event }) => {
      if (event === 'check_in' || (event === 'missed' && getSession()?.check_ins)) void loadCheckIns()
    })
    return () => {
      window.removeEventListener('online', retry)
      stop()
    }
  }, [])
}

interface QuestionProps {
  checkIn: DeviceCheckIn
  isAsking: boolean
  isPending: boolean
  refusal: string | undefined
  onAnswer: (answer: 'ok' | 'later' | 'help') => void
  onClose: () => void
}

function Question({ checkIn, isAsking, isPending, refusal, onAnswer, onClose }: QuestionProps) {
  const { name, state, laters_left, alert_ts, contacts } = checkIn
  const dialog = useModal(true)
  const isAlerted = state === 'alerted'
  const isOver = state === 'ended'
  const confirmed = contacts.filter((one) => one.state === 'confirmed').map((one) => one.name)
  return (
    <dialog
      ref={dialog}
      aria-labelledby="are-you-ok"
      onCancel={(event) => {
        event.preventDefault()
        if (!isAsking) onClose()
      }}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-paper text-ink"
    >
      <div className="mx-auto flex min-h-full max-w-lg flex-col justify-center gap-6 px-5 py-8">
        <span
          aria-hidden="true"
          className="petal grid size-20 place-items-center bg-wattle-soft text-on-wattle-soft"
        >
          <HeartHandshake className="size-10" strokeWidth={1.75} />
        </span>
        <h2 id="are-you-ok" tabIndex={-1} className="text-4xl">
          {isOver ? 'Good to know you’re OK' : isAlerted ? alertedTitle(isPending, confirmed) : 'Are you OK?'}
        </h2>
        <p className="text-lg">
          {isOver
            ? 'This check-in has ended.'
            : isAlerted
              ? alertedText(isPending, confirmed)
              : isAsking
                ? `You’re meeting ${name}. Without an answer by ${clockTime(alert_ts)} we’ll alert ${listOf(confirmed)}.`
                : `Your check-in for ${name} is on. We’ll ask you at ${clockTime(checkIn.ask_ts)}.`}
        </p>
        {isAlerted && <EmergencyNumbers />}
        <Delivery isPending={isPending} refusal={refusal} />
        <div className="grid gap-3">
          {!isOver && (
            <Button size="large" onClick={() => onAnswer('ok')}>
              I’m OK
            </Button>
          )}
          {!isOver && !isAlerted && (
            <>
              {laters_left > 0 && (
                <Button size="large" tone="quiet" onClick={() => onAnswer('later')}>
                  30 more minutes
                </Button>
              )}
              <Button size="large" tone="danger" onClick={() => onAnswer('help')}>
                I need help
              </Button>
            </>
          )}
          {!isAsking && (
            <Button tone="bare" onClick={onClose}>
              Close
            </Button>
          )}
        </div>
        {!isAlerted && !isOver && <EmergencyNumbers />}
      </div>
    </dialog>
  )
}

const alertedTitle = (isPending: boolean, confirmed: readonly string[]): string => {
  if (confirmed.length === 0) return 'Please call for help'
  return isPending ? 'Alerting your contacts' : 'Your contacts are alerted'
}

const alertedText = (isPending: boolean, confirmed: readonly string[]): string =>
  confirmed.length === 0
    ? 'None of your contacts has confirmed yet, so we can’t alert anybody. Please call one of these numbers.'
    : isPending
      ? `We’re alerting ${listOf(confirmed)} as soon as this device has a connection.`
      : `We’ve alerted ${listOf(confirmed)}. Press “I’m OK” when you’re safe, and we’ll let them know.`

const listOf = (names: readonly string[]): string =>
  names.length === 0
    ? 'nobody, because none of your contacts has confirmed yet'
    : new Intl.ListFormat('en-AU').format(names)

const clockTime = (ts: number): string =>
  new Date(ts * 1000).toLocaleTimeString('en-AU', { hour: 'numeric', minute: '2-digit' })

/** Whether the answer has arrived. The element is always there, so that screen readers announce the text. */
function Delivery({ isPending, refusal }: { isPending: boolean; refusal: string | undefined }) {
  const [wasPending, setWasPending] = useState(isPending)
  if (isPending && !wasPending) setWasPending(true)
  return (
    <p role="status" className="flex min-h-7 items-center gap-2 font-semibold">
      {isPending ? (
        <>
          <Spinner />
          Sending your answer. It’s stored on this device until it arrives.
        </>
      ) : refusal ? (
        <span className="text-danger">{refusal}</span>
      ) : (
        wasPending && <span className="text-gum">Your answer has arrived.</span>
      )}
    </p>
  )
}

const numbers = [
  { name: 'Emergency: police, ambulance, fire', number: '000', tel: '000' },
  { name: '1800RESPECT, day and night', number: '1800 737 732', tel: '1800737732' },
]

export function EmergencyNumbers() {
  return (
    <ul aria-label="Emergency numbers" className="grid gap-3 sm:grid-cols-2">
      {numbers.map(({ name, number, tel }) => (
        <li key={tel}>
          <a
            href={`tel:${tel}`}
            className="petal-md flex min-h-16 items-center gap-3 bg-surface px-4 py-3 inset-ring inset-ring-line"
          >
            <Phone aria-hidden="true" className="size-5 shrink-0" />
            <span className="grid">
              <span className="font-bold text-xl">{number}</span>
              <span className="text-muted text-sm">{name}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
