import { clientMessage } from '@rosella/contract/client-problems'
import { sentences } from '@rosella/contract/sentences'
import MailX from 'lucide-react/icons/mail-x'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CallFailed, call } from '../../platform/api'
import { useTitle } from '../../platform/title'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { Spinner } from '../../ui/Spinner'

type State = { kind: 'running' } | { kind: 'done' } | { kind: 'failed'; words: string; again: boolean }

interface Mails {
  title: string
  done: string
  /** Where they are switched on again. */
  settings: string
}

/** Which mails a key ends is its first letter; those of the summaries have none. */
function mailsOf(key: string): Mails {
  if (key.startsWith('n'))
    return {
      title: 'Mails about news',
      done: 'Done. We will send you no more mails about messages, matches, likes and roses.',
      settings: '/settings#notifications',
    }
  if (key.startsWith('s'))
    return {
      title: 'Saved searches',
      done: 'Done. We will send you no more mails about your saved searches.',
      settings: '/settings#notifications',
    }
  return {
    title: 'Weekly summaries',
    done: 'Done. We will send you no more weekly summaries.',
    settings: '/settings#email',
  }
}

/** Where the link in such a mail leads, logged in or not: one click, and it is done. */
export function UnsubscribeScreen() {
  const [search] = useSearchParams()
  const key = search.get('key') ?? ''
  const [turn, setTurn] = useState(0)
  const [state, setState] = useState<State>({ kind: 'running' })
  const mails = mailsOf(key)
  useTitle(mails.title)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is another try with the same key.
  useEffect(() => {
    let left = false
    setState({ kind: 'running' })
    // Who comes without a key need not ask.
    const end = key
      ? call('POST /api/unsubscribe', { key })
      : Promise.reject(new CallFailed(404, { message: clientMessage('unsubscribe.invalid') }))
    end.then(
      () => left || setState({ kind: 'done' }),
      (error: unknown) => left || setState(failedState(error)),
    )
    return () => {
      left = true
    }
  }, [key, turn])

  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-5 px-4 py-16 text-center">
      <span
        aria-hidden="true"
        className="petal grid size-24 place-items-center bg-wattle-soft text-on-wattle-soft"
      >
        <MailX className="size-10" strokeWidth={1.75} />
      </span>
      <h1 className="text-3xl">{mails.title}</h1>
      {state.kind === 'running' && <Spinner label={sentences.loading} />}
      {state.kind === 'done' && (
        <>
          <p role="status" className="text-lg">
            {mails.done}
          </p>
          <p className="text-muted">Changed your mind? There is a switch in your settings.</p>
          <ButtonLink to={mails.settings}>Go to settings</ButtonLink>
        </>
      )}
      {state.kind === 'failed' && (
        <>
          <Alert>{state.words}</Alert>
          {state.again ? (
            <Button onClick={() => setTurn((count) => count + 1)}>Try again</Button>
          ) : (
            <>
              <p className="text-muted">You can also switch them off in your settings.</p>
              <ButtonLink to={mails.settings}>Go to settings</ButtonLink>
            </>
          )}
        </>
      )}
    </div>
  )
}

function failedState(error: unknown): State {
  const { status, message } =
    error instanceof CallFailed ? error : { status: 0, message: clientMessage('generic') }
  return { kind: 'failed', words: message, again: status === 0 || status === 429 || status >= 500 }
}
