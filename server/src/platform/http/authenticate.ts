import type { Endpoint } from '@rosella/contract/endpoint'
import { memberStatus, type Role } from '@rosella/contract/member/status'
import type { FastifyRequest } from 'fastify'
import type { RateLimitStore } from '../ports/rate-limit-store'
import { Problem } from '../problem'
import { hashSecret } from '../secret'
import { networkOf } from './rate-limit'
import type { Viewer } from './viewer'

export interface Credentials {
  email: string
  token: string
}

type Guarded = Pick<Endpoint, 'access' | 'closedToImpersonation' | 'reauthenticate'>

/** Finds the member of a session; undefined if there is no such session or it has ended. */
export type FindViewer = (credentials: Credentials, address: string) => Promise<Viewer | undefined>

/** Credentials in the headers, for scripts. */
export function readBearer({ headers }: FastifyRequest): Credentials | undefined {
  const { authorization, 'x-email': email } = headers
  return authorization?.startsWith('Bearer ') && typeof email === 'string'
    ? { email, token: authorization.slice('Bearer '.length) }
    : undefined
}

/** The email and token from the headers, from the query of a GET or from the body of other calls. */
export function readCredentials(request: FastifyRequest, fields: unknown): Credentials | undefined {
  const bearer = readBearer(request)
  if (bearer) return bearer
  const carried = (fields ?? {}) as Partial<Credentials>
  return typeof carried.email === 'string' && typeof carried.token === 'string'
    ? { email: carried.email, token: carried.token }
    : undefined
}

export async function authenticate(
  find: FindViewer,
  credentials: Credentials | undefined,
  address: string,
  endpoint: Guarded,
): Promise<Viewer> {
  const viewer = credentials && (await find(credentials, address))
  if (!viewer) throw new Problem('session.none')
  assertAccess(viewer, endpoint)
  return viewer
}

/** The only place that decides who may make which call. */
function assertAccess(viewer: Viewer, endpoint: Guarded): void {
  const { access } = endpoint
  if (access !== 'member' && viewer.status !== memberStatus.active) throw new Problem('access.unfinished')
  if (access === 'premium' && !viewer.premium) throw new Problem('access.premium')
  if (access === 'admin' || access === 'moderator') assertRole(viewer, access)
  if (endpoint.closedToImpersonation && viewer.impersonator !== null)
    throw new Problem('access.impersonating')
  if (endpoint.reauthenticate && !viewer.reauthenticated) throw new Problem('access.reauthenticate')
}

/** During impersonation an admin has the member's view and no role. An admin may do everything a moderator may. */
function assertRole(viewer: Viewer, access: Role): void {
  const role = viewer.impersonator === null ? viewer.role : null
  if (access === 'admin' && role !== 'admin') throw new Problem('access.admin')
  if (role === null) throw new Problem('access.moderator')
  if (viewer.key_missing) throw new Problem('access.key-missing')
}

/** Invalid tokens per network address. A browser that returns after its session has ended sends a few. */
const INVALID_TOKENS = { limit: 120, seconds: 60 }
const GOOD_REMEMBERED = 20_000
const CLOSED_REMEMBERED = 10_000

/**
 * Looks up sessions and counts invalid tokens. Past the limit, unknown tokens from that address are refused without
 * a query; sessions that this process has already seen keep working, so that others behind the same address hardly
 * notice.
 */
export function limitInvalidTokens(
  store: RateLimitStore,
  find: FindViewer,
  nowMs: () => number = performance.now.bind(performance),
): FindViewer {
  const good = new Set<string>()
  const closedUntil = new Map<string, number>()

  return async (credentials, address) => {
    const from = networkOf(address)
    const known = hashSecret(credentials.token).toString('base64')
    const left = (closedUntil.get(from) ?? 0) - nowMs()
    if (left > 0 && !good.has(known)) throw new Problem('too-many', {}, undefined, Math.ceil(left / 1000))
    if (left <= 0) closedUntil.delete(from)

    const viewer = await find(credentials, address)
    if (viewer) {
      good.delete(known)
      good.add(known)
      dropOldest(good, GOOD_REMEMBERED)
      return viewer
    }
    good.delete(known)
    const { waitSeconds } = await store.hit(`invalid tokens ${from}`, INVALID_TOKENS)
    if (waitSeconds > 0) {
      closedUntil.set(from, nowMs() + waitSeconds * 1000)
      dropOldest(closedUntil, CLOSED_REMEMBERED)
    }
    return undefined
  }
}

function dropOldest(kept: Set<string> | Map<string, number>, atMost: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= atMost) return
    kept.delete(oldest)
  }
}
