import type { SessionEnd } from '@rosella/contract/access/rules'
import { messageForStatus } from '@rosella/contract/client-problems'
import type { Calls } from '@rosella/contract/every-endpoint'
import type { ProblemBody, ProblemCode } from '@rosella/contract/problems'
import { askToReauthenticate } from './session/reauthenticate'
import { endSession, getSession, isImpersonating } from './session/session'
import { reloadOnce } from './stale-page'

export type RouteName = keyof Calls
export type Input<R extends RouteName> = Omit<Calls[R]['input'], 'token' | 'va'>
export type Reply<R extends RouteName> = Calls[R]['reply']

/** A call the server refused, or that did not reach it (status 0). A proxy's reply has neither code nor message. */
export class CallFailed extends Error {
  readonly code: ProblemCode | undefined
  readonly hasServerMessage: boolean

  constructor(
    readonly status: number,
    problem: Partial<ProblemBody> | null | undefined,
  ) {
    super(problem?.message ?? messageForStatus(status))
    this.code = problem?.code
    this.hasServerMessage = problem?.message !== undefined
  }
}

/** The server's message, or the sentence for this action. */
export const serverMessageOr = (error: unknown, otherwise: string): string =>
  error instanceof CallFailed && error.hasServerMessage ? error.message : otherwise

export const hasCode = (error: unknown, ...codes: ProblemCode[]): error is CallFailed =>
  error instanceof CallFailed && error.code !== undefined && codes.includes(error.code)

/** The call didn't reach the server, or the server couldn't handle it now. The same call may succeed later. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof CallFailed && (error.status === 0 || error.status >= 500)

/** Calls a route such as 'GET /api/users'. The session is sent with it. */
export async function call<R extends RouteName>(
  route: R,
  input: Input<R>,
  {
    headers,
    ...options
  }: { signal?: AbortSignal; keepalive?: boolean; headers?: Record<string, string> } = {},
): Promise<Reply<R>> {
  const [method] = route.split(' ')
  const sentAs = credentials()
  const request: RequestInit = { method, ...options }
  const url = urlOf(route, input)
  if (method !== 'GET') {
    request.headers = { 'content-type': 'application/json', ...headers }
    request.body = JSON.stringify({ ...sentAs, ...input })
  }
  // Requests that are sent while the page is left belong to no tap.
  const shown = method === 'GET' || options.keepalive ? 0 : 1
  countSending(shown)
  const [response, body] = await exchange(url, request).finally(() => countSending(-shown))
  // Every reply is JSON, so one that cannot be parsed was cut off.
  if (response.ok && body === undefined) throw new CallFailed(0, undefined)
  if (response.ok) return body as Reply<R>
  const failure = failedCall(response.status, body, sentAs)
  if (failure.code === 'access.reauthenticate' && (await askToReauthenticate()))
    return call(route, input, { headers, ...options })
  throw failure
}

async function exchange(
  url: string,
  request: RequestInit,
): Promise<[Response, Partial<ProblemBody> | undefined]> {
  const unlessAborted = (error: unknown) => {
    if (request.signal?.aborted) throw error
  }
  const response = await (takePreloaded(url) ?? fetch(url, request)).catch((error: unknown) => {
    unlessAborted(error)
    throw new CallFailed(0, undefined)
  })
  return [response, await response.json().catch(unlessAborted)]
}

let sending = 0

/** look.css shows a bar while something is being sent on a slow line. */
function countSending(by: number): void {
  sending += by
  document.documentElement.toggleAttribute('data-sending', sending > 0)
}

/** Handles what every failed call has in common: a session that has ended, and a page older than the server. */
export function failedCall(
  status: number,
  body: Partial<ProblemBody> | null | undefined,
  sentAs: { token?: string },
): CallFailed {
  const failure = new CallFailed(status, body)
  // A failed log-in sends no token, so it does not end a session.
  if (status === 401 && sentAs.token !== undefined) endSession(sentAs.token, body?.values?.why as SessionEnd)
  if (failure.code === 'unknown-call') reloadOnce()
  return failure
}

/** The URL of a call. A GET carries its input in the query. */
export function urlOf<R extends RouteName>(route: R, input: Input<R>): string {
  const [method, path] = route.split(' ') as [string, string]
  return method === 'GET' ? `${path}?${query({ ...credentials(), ...input })}` : path
}

declare global {
  interface Window {
    /** Set by preload.js. `reply` is there once a successful response is complete. */
    preloaded?: { url: string; answer: Promise<Response>; reply?: unknown }
  }
}

const PRELOADED_MS = 10_000

/** The request that preload.js made while the scripts loaded, unless it is too old. */
export function freshPreloaded(url: string): Window['preloaded'] {
  const { preloaded } = window
  return preloaded?.url === url && performance.now() < PRELOADED_MS ? preloaded : undefined
}

/** Each preloaded response is used only once. */
function takePreloaded(url: string): Promise<Response> | undefined {
  const preloaded = freshPreloaded(url)
  if (preloaded) delete window.preloaded
  return preloaded?.answer
}

/** Aborts if a different member has logged in since. */
export function assertMember(id: number | undefined): void {
  if (getSession()?.id !== id) throw new CallFailed(0, undefined)
}

export function credentials(): Record<string, string> {
  const session = getSession()
  if (!session) return {}
  return { email: session.email, token: session.token, ...(isImpersonating() ? { va: '1' } : {}) }
}

/**
 * Identifies the session for calls that work without one, so that confirming an address while logged in keeps the session
 * and password. Headers carry ASCII only.
 */
export function sessionHeaders(): Record<string, string> {
  const session = getSession()
  if (!session || isImpersonating() || !/^[\x21-\x7e]+$/.test(session.email)) return {}
  return { authorization: `Bearer ${session.token}`, 'x-email': session.email }
}

function query(fields: Record<string, unknown>): URLSearchParams {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
}
