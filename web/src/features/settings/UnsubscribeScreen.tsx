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
import '../../full-styles.css'

type State = { kind: 'running' } | { kind: 'done' } | { kind: 'failed'; message: string; canRetry: boolean }

interface EmailType {
  title: string
  done: string
  /** Where they can be switched on again. */
  settings: string
}

/** The first letter of the key is the type of email; keys for summaries have no letter. */
function emailTypeOf(key: string): EmailType {
  if (key.startsWith('n'))
    return {
      title: 'Notification emails',
      done: 'Done. We won’t email you about messages, matches, likes and roses any more.',
      settings: '/settings#notifications',
    }
  if (key.startsWith('s'))
    return {
      title: 'Saved searches',
      done: 'Done. We won’t email you about your saved searches any more.',
      settings: '/settings#notifications',
    }
  return {
    title: 'Weekly summaries',
    done: 'Done. We won’t send you weekly summaries any more.',
    settings: '/settings#email',
  }
}

/** Opens from the unsubscribe link of an email, logged in or not, and needs no further click. */
export function UnsubscribeScreen() {
  const [search] = useSearchParams()
  const key = search.get('key') ?? ''
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>({ kind: 'running' })
  const emails = emailTypeOf(key)
  useTitle(emails.title)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` retries with the same key.
  useEffect(() => {
    let left = false
    setState({ kind: 'running' })
    // Without a key there is no need to call the server.
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
  }, [key, attempt])

  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-5 px-4 py-16 text-center">
      <span
        aria-hidden="true"
        className="petal grid size-24 place-items-center bg-wattle-soft text-on-wattle-soft"
      >
        <MailX className="size-10" strokeWidth={1.75} />
      </span>
      <h1 className="text-3xl">{emails.title}</h1>
      {state.kind === 'running' && <Spinner label={sentences.loading} />}
      {state.kind === 'done' && (
        <>
          <p role="status" className="text-lg">
            {emails.done}
          </p>
          <p className="text-muted">Changed your mind? You can switch them on again in your settings.</p>
          <ButtonLink to={emails.settings}>Go to settings</ButtonLink>
        </>
      )}
      {state.kind === 'failed' && (
        <>
          <Alert>{state.message}</Alert>
          {state.canRetry ? (
            <Button onClick={() => setAttempt((count) => count + 1)}>Try again</Button>
          ) : (
            <>
              <p className="text-muted">You can also switch them off in your settings.</p>
              <ButtonLink to={emails.settings}>Go to settings</ButtonLink>
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
  return { kind: 'failed', message, canRetry: status === 0 || status === 429 || status >= 500 }
}
