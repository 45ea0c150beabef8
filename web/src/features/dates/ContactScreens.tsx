import { alertAdvice, type CheckInAnswer, whenText } from '@rosella/contract/dates/rules'
import { sentences } from '@rosella/contract/sentences'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import Phone from 'lucide-react/icons/phone'
import Printer from 'lucide-react/icons/printer'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { call, type Reply } from '../../platform/api'
import { siteName } from '../../platform/site'
import { useTitle } from '../../platform/title'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Spinner } from '../../ui/Spinner'
import '../../full-styles.css'
import { EmergencyNumbers } from './AreYouOk'

/** The key is in the address, so the browser must not send it anywhere or list the page. */
function usePrivatePage(title: string): string {
  const [search] = useSearchParams()
  useTitle(title)
  useEffect(() => {
    const tags = [
      ['robots', 'noindex, nofollow'],
      ['referrer', 'no-referrer'],
    ].map(([name = '', content = '']) => {
      const tag = Object.assign(document.createElement('meta'), { name, content })
      document.head.append(tag)
      return tag
    })
    return () => {
      for (const tag of tags) tag.remove()
    }
  }, [])
  return search.get('key') ?? ''
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-xl flex-1 content-start gap-6 px-4 py-10 sm:px-6">
      <h1 className="flex items-center gap-4 text-4xl">
        <span
          aria-hidden="true"
          className="petal-md grid size-14 shrink-0 place-items-center bg-gum-soft text-on-gum-soft print:hidden"
        >
          <HeartHandshake className="size-7" />
        </span>
        {title}
      </h1>
      {children}
    </div>
  )
}

/** /contact, /alert and /check-in, which need no log-in. */
export function ContactPages() {
  const { pathname } = useLocation()
  if (pathname === '/check-in') return <OwnCheckInScreen />
  return pathname === '/alert' ? <AlertScreen /> : <ContactScreen />
}

type OwnCheckIn = Reply<'GET /api/own-check-in'>

/**
 * Opens from the email "Are you OK?". Needs a press, because some email programs open every link. It says nothing about
 * the date, because somebody else may read the email.
 */
function OwnCheckInScreen() {
  const key = usePrivatePage('Are you OK?')
  const [checkIn, setCheckIn] = useState<OwnCheckIn>()
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState<CheckInAnswer>()
  const [done, setDone] = useState<CheckInAnswer>()
  useEffect(() => {
    call('GET /api/own-check-in', { key }).then(setCheckIn, (failure: Error) => setError(failure.message))
  }, [key])
  async function send(answer: CheckInAnswer) {
    setPending(answer)
    setError(undefined)
    try {
      await call('POST /api/own-check-in-answer', { key, answer, helps: checkIn?.helps }, { keepalive: true })
      setDone(answer)
      setCheckIn(await call('GET /api/own-check-in', { key }))
    } catch (failure) {
      setError((failure as Error).message)
    }
    setPending(undefined)
  }
  const { state, laters_left = 0 } = checkIn ?? {}
  const isOver = state === 'ended'
  const isAlerted = state === 'alerted'
  return (
    <Page title={isOver ? 'Good to know you’re OK' : 'Are you OK?'}>
      {!checkIn && !error && <Spinner label={sentences.loading} />}
      {checkIn && <p className="text-lg">{ownCheckInText(checkIn)}</p>}
      {error && <Alert>{error}</Alert>}
      {checkIn && !isOver && (
        <div className="grid gap-3">
          <Button size="large" pending={pending === 'ok'} onClick={() => void send('ok')}>
            I’m OK
          </Button>
          {!isAlerted && laters_left > 0 && (
            <Button
              size="large"
              tone="quiet"
              pending={pending === 'later'}
              onClick={() => void send('later')}
            >
              30 more minutes
            </Button>
          )}
          {!isAlerted && (
            <Button size="large" tone="danger" pending={pending === 'help'} onClick={() => void send('help')}>
              I need help
            </Button>
          )}
        </div>
      )}
      <p role="status" className="min-h-7 font-semibold text-gum">
        {done && 'Your answer has arrived.'}
      </p>
      <EmergencyNumbers />
    </Page>
  )
}

function ownCheckInText({ state, ask_ts, alert_ts, time_zone, confirmed }: OwnCheckIn): string {
  const contacts = confirmed === 1 ? 'your contact' : `your ${confirmed} contacts`
  switch (state) {
    case 'ended':
      return 'This check-in has ended.'
    case 'alerted':
      return confirmed === 0
        ? 'None of your contacts has confirmed yet, so we can’t alert anybody. Please call one of these numbers.'
        : `We’ve alerted ${contacts}. Press “I’m OK” when you’re safe, and we’ll let them know.`
    case 'asked':
      return confirmed === 0
        ? 'None of your contacts has confirmed yet. If you need help, please call one of these numbers.'
        : `Without an answer by ${whenText(alert_ts, time_zone)} we’ll alert ${contacts}.`
    case 'waiting':
      return `Your check-in is on. We’ll ask you on ${whenText(ask_ts, time_zone)}.`
  }
}

type Answer = 'confirm' | 'stop'

/** Opens from the email to a trusted contact. Needs a press, because some email programs open every link. */
function ContactScreen() {
  const key = usePrivatePage('Trusted contact')
  const [pending, setPending] = useState<Answer>()
  const [done, setDone] = useState<{ answer: Answer; username: string | null }>()
  const [error, setError] = useState<string>()
  async function send(answer: Answer) {
    setPending(answer)
    setError(undefined)
    try {
      setDone({ answer, ...(await call('POST /api/contact-answer', { key, answer })) })
    } catch (failure) {
      setError((failure as Error).message)
    }
    setPending(undefined)
  }
  return (
    <Page title="Trusted contact">
      {done ? (
        <p role="status" className="petal-md bg-gum-soft p-6 text-lg text-on-gum-soft">
          {done.answer === 'stop'
            ? 'Done. We won’t email you about anyone’s dates again.'
            : `Thank you. We’ll only email you if ${done.username ?? 'they'} may need help, and when they’re OK again.`}
        </p>
      ) : (
        <>
          <p className="text-lg">
            Somebody who trusts you is meeting a person from {siteName}, an Australian dating site.
          </p>
          <ul className="grid list-disc gap-2 ps-6">
            <li>If they don’t answer when we ask “Are you OK?”, or ask for help, we email you.</li>
            <li>The email says who they were meeting, where and when, and what you can do.</li>
            <li>You don’t need an account, and we use your address for nothing else.</li>
          </ul>
        </>
      )}
      {error && <Alert>{error}</Alert>}
      <div className="grid gap-3 sm:flex">
        {done?.answer !== 'confirm' && (
          <Button size="large" pending={pending === 'confirm'} onClick={() => void send('confirm')}>
            Confirm
          </Button>
        )}
        {done?.answer !== 'stop' && (
          <Button size="large" tone="quiet" pending={pending === 'stop'} onClick={() => void send('stop')}>
            Don’t contact me
          </Button>
        )}
      </div>
    </Page>
  )
}

type AlertPage = Reply<'GET /api/alert'>
const RELOAD_MS = 30_000

/** The page behind an alert. It reloads by itself, so that it shows when the member is OK. */
function AlertScreen() {
  const key = usePrivatePage('Alert')
  const [page, setPage] = useState<AlertPage>()
  const [error, setError] = useState<string>()
  useEffect(() => {
    let left = false
    const load = () =>
      call('GET /api/alert', { key }).then(
        (read) => {
          if (left) return
          setPage(read)
          setError(undefined)
        },
        (failure: Error) => {
          if (left) return
          setError(failure.message)
          // The page stays on screen while there is no network, but not once it has ended.
          if ((failure as { status?: number }).status === 404) setPage(undefined)
        },
      )
    void load()
    const timer = setInterval(() => void load(), RELOAD_MS)
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [key])
  if (!page)
    return (
      <Page title="Alert">
        {error ? <Alert>{error}</Alert> : <Spinner label={sentences.loading} />}
        {error && (
          <p className="text-muted">Alert pages end after 72 hours, or when they’re no longer needed.</p>
        )}
      </Page>
    )
  return page.state === 'ended' ? <AllClear page={page} /> : <Details page={page} />
}

function AllClear({ page }: { page: AlertPage }) {
  return (
    <Page title={`${page.username} is OK`}>
      <p role="status" className="petal-md flex items-center gap-3 bg-gum-soft p-6 text-lg text-on-gum-soft">
        <ShieldCheck aria-hidden="true" className="size-7 shrink-0" />
        {page.username} has told us that they’re OK. You don’t have to do anything.
      </p>
    </Page>
  )
}

function Details({ page }: { page: AlertPage }) {
  const { username, help, alerted_ts, until_ts, last_active_ts, date } = page
  const zone = date?.time_zone ?? 'Australia/Sydney'
  return (
    <Page title={`${username} may need help`}>
      <p role="status" className="text-lg">
        {help
          ? `${username} pressed “I need help” on ${siteName}.`
          : `${username} was on a date and hasn’t answered when we asked “Are you OK?”.`}{' '}
        We alerted you on {whenText(alerted_ts, zone)}.
      </p>
      <section className="petal-md grid gap-3 bg-danger-soft p-5 text-on-danger-soft inset-ring inset-ring-danger/30">
        <h2 className="text-2xl">What to do</h2>
        <ol className="grid list-decimal gap-1.5 ps-6 font-semibold">
          {alertAdvice(username).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <a
            href="tel:000"
            className="inline-flex min-h-11 items-center gap-2 font-bold underline underline-offset-3"
          >
            <Phone aria-hidden="true" className="size-5" />
            000
          </a>
          <a
            href="tel:1800737732"
            className="inline-flex min-h-11 items-center gap-2 font-bold underline underline-offset-3"
          >
            <Phone aria-hidden="true" className="size-5" />
            1800RESPECT (1800 737 732)
          </a>
        </p>
      </section>
      {date && (
        <section className="petal grid gap-4 bg-surface p-5 inset-ring inset-ring-line sm:grid-cols-[12rem_1fr]">
          {date.photo_url ? (
            <img
              src={date.photo_url}
              alt={`${date.name}, as on ${siteName}`}
              className="petal-md w-full bg-sunken object-cover"
            />
          ) : (
            <p className="petal-md grid min-h-32 place-items-center bg-sunken p-4 text-center text-muted text-sm">
              No photo
            </p>
          )}
          <div className="grid content-start gap-3">
            <h2 className="text-2xl">
              {username} was meeting <bdi>{date.name}</bdi>
              {date.age !== null && `, ${date.age}`}
            </h2>
            <dl className="grid gap-2">
              <Fact term="Place">{date.place}</Fact>
              <Fact term="From">{whenText(date.at_ts, zone)}</Fact>
              <Fact term="Expected to be done by">{whenText(date.end_ts, zone)}</Fact>
              {last_active_ts !== null && (
                <Fact term={`Last active on ${siteName}`}>{whenText(last_active_ts, zone)}</Fact>
              )}
            </dl>
          </div>
        </section>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">This page works until {whenText(until_ts, zone)}.</p>
        <Button tone="quiet" icon={Printer} className="print:hidden" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </Page>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="wrap-anywhere font-semibold">{children}</dd>
    </div>
  )
}
