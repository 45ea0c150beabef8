import { clientMessage } from '@rosella/contract/client-problems'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { EndedNotice } from '../../platform/session/EndedNotice'
import { returnAfterLogIn } from '../../platform/session/pending-log-in'
import { readEnded } from '../../platform/session/session'
import { useTitle } from '../../platform/title'
import { ButtonLink } from '../../ui/Button'

export function PleaseLogIn() {
  useTitle(clientMessage('session.none'))
  return (
    <div className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-5 px-4 py-16 text-center">
      <span
        aria-hidden="true"
        className="petal grid size-24 place-items-center bg-wattle-soft text-on-wattle-soft"
      >
        <LockKeyhole className="size-10" strokeWidth={1.75} />
      </span>
      <h1 className="text-3xl">{clientMessage('session.none')}</h1>
      {readEnded() ? <EndedNotice /> : <p className="text-muted">This page is for members.</p>}
      <ButtonLink to="/" onClick={returnAfterLogIn}>
        Log in
      </ButtonLink>
    </div>
  )
}
