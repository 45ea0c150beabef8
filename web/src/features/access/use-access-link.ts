import { type AccessLink, readAccessLink } from '@rosella/contract/access/rules'
import { clientMessage, messageForStatus } from '@rosella/contract/client-problems'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CallFailed, call, hasCode, type Reply, sessionHeaders } from '../../platform/api'
import { storePendingLogIn } from '../../platform/session/pending-log-in'
import { replaceSession } from '../../platform/session/session'

type LinkState =
  | { kind: 'none' }
  | { kind: 'opening'; link: AccessLink; password?: string; asks: boolean }
  | { kind: 'asking'; email: string; wrong?: string; confirm: (password?: string) => void }
  | { kind: 'open' }
  | { kind: 'failed'; message: string; retry?: () => void }

type Opened = Reply<'POST /api/login'>
/** Links being sent to the server. A link works once, but StrictMode runs every effect twice. */
const underWay = new Map<string, Promise<Opened>>()

function spend(link: AccessLink, password: string | undefined, asks: boolean): Promise<Opened> {
  const running = underWay.get(link.hash)
  if (running) return running
  const input = { ...link, password, ...(asks ? { ask_password: 1 as const } : {}) }
  const started = call('POST /api/login', input, { headers: sessionHeaders() }).finally(() =>
    underWay.delete(link.hash),
  )
  underWay.set(link.hash, started)
  return started
}

/** Logs in once with the access link in the address, and removes it from the address and the history. */
export function useAccessLink(): LinkState {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  // A member who opens a link to a new password has forgotten the old one.
  const asks = pathname !== '/change-password'
  const [state, setState] = useState(() => linkStateFrom(search, asks))

  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true })
  }, [search, pathname, navigate])

  useEffect(() => {
    if (state.kind !== 'opening') return
    let left = false
    spend(state.link, state.password, state.asks).then(
      (session) => {
        if (left) return
        if ('two_step' in session) {
          storePendingLogIn({ ticket: session.ticket, next: pathname === '/access' ? '/' : pathname })
          void navigate('/two-step', { replace: true })
          return
        }
        replaceSession(session)
        setState({ kind: 'open' })
      },
      (error: unknown) => {
        if (left) return
        if (hasCode(error, 'login.password', 'password.wrong')) {
          const wrong = error.code === 'password.wrong' ? error.message : undefined
          const confirm = (password?: string) =>
            setState({ ...state, password, asks: password !== undefined })
          setState({ kind: 'asking', email: state.link.email, wrong, confirm })
        } else setState(failedState(error, () => setState(state)))
      },
    )
    return () => {
      left = true
    }
  }, [state, pathname, navigate])

  return state
}

function linkStateFrom(search: string, asks: boolean): LinkState {
  const query = new URLSearchParams(search)
  if (!query.has('hash') && !query.has('email')) return { kind: 'none' }
  const link = readAccessLink(query)
  return typeof link === 'string'
    ? { kind: 'failed', message: clientMessage(link) }
    : { kind: 'opening', link, asks }
}

function failedState(error: unknown, retry: () => void): LinkState {
  const { status, message } = error instanceof CallFailed ? error : new CallFailed(0, undefined)
  // The link has not been used, so it can be tried again.
  if (status === 0 || status === 429 || status >= 500) {
    return { kind: 'failed', message: messageForStatus(status), retry }
  }
  const isBarred = hasCode(error, 'login.suspended', 'login.banned')
  return { kind: 'failed', message: isBarred ? message : clientMessage('link.expired') }
}
