import type { Endpoint } from '@rosella/contract/endpoint'
import type { Role } from '@rosella/contract/member/role'
import { memberStatus } from '@rosella/contract/member/status'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../domain/problem'
import type { Viewer } from '../domain/viewer'

export interface Credentials {
  email: string
  token: string
}

type Guarded = Pick<Endpoint, 'access' | 'closedToImpersonation' | 'proof'>

/** Finds the member of a session, for a caller from this address; undefined when there is none, or it has ended. */
export type FindViewer = (credentials: Credentials, address: string) => Promise<Viewer | undefined>

/** A session in the headers, which a script may use. */
export function readBearer({ headers }: FastifyRequest): Credentials | undefined {
  const { authorization, 'x-email': email } = headers
  return authorization?.startsWith('Bearer ') && typeof email === 'string'
    ? { email, token: authorization.slice('Bearer '.length) }
    : undefined
}

/** email and token from the headers, the query of a GET or the body of the rest. */
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

/** The one place that says who may use which call. */
function assertAccess(viewer: Viewer, endpoint: Guarded): void {
  const { access } = endpoint
  if (access !== 'member' && viewer.status !== memberStatus.active) throw new Problem('access.unfinished')
  if (access === 'premium' && !viewer.premium) throw new Problem('access.premium')
  if (access === 'admin' || access === 'moderator') assertRole(viewer, access)
  if (endpoint.closedToImpersonation && viewer.impersonator !== null)
    throw new Problem('access.impersonating')
  if (endpoint.proof && !viewer.proved) throw new Problem('prove.needed')
}

/** Whoever acts as a member has that member's view and no powers. An admin may do all that a moderator may. */
function assertRole(viewer: Viewer, access: Role): void {
  const role = viewer.impersonator === null ? viewer.role : null
  if (access === 'admin' && role !== 'admin') throw new Problem('access.admin')
  if (role === null) throw new Problem('access.moderator')
  if (viewer.key_missing) throw new Problem('access.key-missing')
}
