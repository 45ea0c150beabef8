import type { Static, TObject, TProperties, TSchema } from 'typebox'
import { PHOTO_MAX_BYTES } from './photos/rules'
import { credentials, obj } from './shapes'

/**
 * The callers that a call admits. public: anyone. member: anyone with a session, even if their sign-up is unfinished. active:
 * status 2. premium, admin: an active member with premium, or the role admin. moderator: an active moderator or
 * admin.
 */
export type Access = 'public' | 'member' | 'active' | 'premium' | 'moderator' | 'admin'
export type Method = 'GET' | 'POST' | 'DELETE'

/** At most `limit` calls in `seconds`, counted per IP address, per account named in the call, or per member. */
export interface Rate {
  per: 'address' | 'account' | 'member'
  limit: number
  seconds: number
}

export interface Endpoint<
  M extends Method = Method,
  P extends string = string,
  I extends TSchema = TSchema,
  R extends TSchema = TSchema,
> {
  method: M
  path: P
  access: Access
  summary: string
  input: I
  reply: R
  rates: readonly Rate[]
  /**
   * The format: JSON both ways, a multipart upload, or a live stream or a file as the reply. `one-click` is the request
   * of an email program (RFC 8058): the fields are in the query string, and the body is ignored.
   */
  carries: 'json' | 'upload' | 'stream' | 'file' | 'one-click'
  /** For an upload: the number of files in the form and the maximum size of each. */
  files: { count: number; bytes: number }
  /** An admin acting as a member may not use it. */
  closedToImpersonation: boolean
  /** Needs a recent log-in or `POST /api/reauthenticate`; otherwise 403 with `reauthenticate: true`. */
  reauthenticate: boolean
  /** The member leaves the site with this call, so the reply makes the browser clear its cache for the site. */
  leaves: boolean
}

interface Declaration<M extends Method, P extends string, I extends TProperties, R extends TSchema> {
  method: M
  path: P
  access: Access
  summary: string
  input: I
  reply: R
  rates?: readonly Rate[]
  carries?: Endpoint['carries']
  files?: Endpoint['files']
  closedToImpersonation?: boolean
  reauthenticate?: boolean
  leaves?: boolean
}

/**
 * Declares a call once, as data: the server binds it, the web calls it with types, the tests go through all of them.
 */
export function endpoint<M extends Method, P extends string, I extends TProperties, R extends TSchema>(
  call: Declaration<M, P, I, R>,
): Endpoint<M, P, TObject<I>, R> {
  return {
    carries: 'json',
    files: { count: 1, bytes: PHOTO_MAX_BYTES },
    closedToImpersonation: false,
    reauthenticate: false,
    leaves: false,
    rates: defaultRates(call.access),
    ...call,
    // The declared fields come last, so that a call with its own `email` (log-in) can define its shape.
    input: obj({ ...(call.access === 'public' ? {} : credentials), ...call.input }) as unknown as TObject<I>,
  }
}

function defaultRates(access: Access): readonly Rate[] {
  return access === 'public'
    ? [{ per: 'address', limit: 120, seconds: 60 }]
    : [{ per: 'member', limit: 600, seconds: 60 }]
}

export type InputOf<E> = E extends Endpoint<Method, string, infer I, TSchema> ? Static<I> : never
export type ReplyOf<E> = E extends Endpoint<Method, string, TSchema, infer R> ? Static<R> : never
