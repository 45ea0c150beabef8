import type { Static, TObject, TProperties, TSchema } from 'typebox'
import { PHOTO_MAX_BYTES } from './photos/rules'
import { credentials, obj } from './shapes'

/**
 * Who may use a call. public: anyone. member: a session, also of one whose sign-up is unfinished.
 * active: status 2. premium and admin: active, and that. moderator: active, and a moderator or an admin.
 */
export type Access = 'public' | 'member' | 'active' | 'premium' | 'moderator' | 'admin'
export type Method = 'GET' | 'POST' | 'DELETE'

/** At most `limit` calls in `seconds`, counted per caller's address, per account named, or per member. */
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
   * What travels: JSON both ways, a multipart upload, a live stream or a file as the answer. One-click is what
   * a mail program posts (RFC 8058): the fields stand in the address, and the form it sends says nothing.
   */
  carries: 'json' | 'upload' | 'stream' | 'file' | 'one-click'
  /** Of an upload: how many files its form has, and how large each may be. */
  files: { count: number; bytes: number }
  /** An admin acting as a member may not do this (decision 9). */
  closedToImpersonation: boolean
  /** The session must have been opened, or reauthenticated (POST /api/reauthenticate), lately; otherwise 403 with `reauthenticate: true`. */
  reauthenticate: boolean
  /** Whoever did this leaves the site: the browser is told to let go of the files it has kept from here. */
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

/** States a call once, as data: the server binds it, the web calls it with types, the tests walk it. */
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
    // The declared fields come last, so that a call with an email of its own (log-in) says how it looks.
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
