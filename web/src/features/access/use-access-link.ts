import { type AccessLink, readAccessLink } from '@rosella/contract/access/rules'
import { problems, wordsForStatus } from '@rosella/contract/problems'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CallFailed, call, type Reply, sessionHeaders } from '../../platform/api'
import { keepPendingLogIn } from '../../platform/pending-log-in'
import { clearSession, getSession, isImpersonating, setSession } from '../../platform/session'

type LinkState =
  | { kind: 'none' }
  | { kind: 'opening'; link: AccessLink }
  | { kind: 'open' }
  | { kind: 'failed'; words: string; again?: () => void }

/** Links on their way to the server: one is good for one log-in, and StrictMode runs every effect twice. */
type Opened = Reply<'POST /api/login'>
const underWay = new Map<string, Promise<Opened>>()

function spend(link: AccessLink): Promise<Opened> {
  const running = underWay.get(link.hash)
  if (running) return running
  const started = call('POST /api/login', link, { headers: sessionHeaders() }).finally(() =>
    underWay.delete(link.hash),
  )
  underWay.set(link.hash, started)
  return started
}

/** Logs in with the access link in the address, once, and takes it out of the address and the history. */
export function useAccessLink(): LinkState {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [state, setState] = useState(() => linkStateFrom(search))

  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true })
  }, [search, pathname, navigate])

  useEffect(() => {
    if (state.kind !== 'opening') return
    let left = false
    spend(state.link).then(
      (session) => {
        if (left) return
        if ('two_step' in session) {
          keepPendingLogIn({ ticket: session.ticket, next: pathname === '/access' ? '/' : pathname })
          void navigate('/two-step', { replace: true })
          return
        }
        // Somebody else who was logged in here, or acted as a member, ends with it.
        if (getSession()?.id !== session.id || isImpersonating()) clearSession()
        setSession(session)
        setState({ kind: 'open' })
      },
      (error: unknown) => {
        if (!left) setState(failedState(error, () => setState(state)))
      },
    )
    return () => {
      left = true
    }
  }, [state, pathname, navigate])

  return state
}

function linkStateFrom(search: string): LinkState {
  const query = new URLSearchParams(search)
  if (!query.has('hash') && !query.has('email')) return { kind: 'none' }
  const link = readAccessLink(query)
  return typeof link === 'string' ? { kind: 'failed', words: problems[link][1] } : { kind: 'opening', link }
}

function failedState(error: unknown, again: () => void): LinkState {
  const { status, said } = error instanceof CallFailed ? error : { status: 0, said: undefined }
  // The link was not looked at: it is still good.
  if (status === 0 || status === 429 || status >= 500) {
    return { kind: 'failed', words: wordsForStatus(status), again }
  }
  // A suspended or banned member is told so, and how to appeal.
  const refusal = status === 400 && said !== problems['link.invalid'][1] ? said : undefined
  return { kind: 'failed', words: refusal ?? problems['link.expired'][1] }
}
