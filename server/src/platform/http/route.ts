import type { Endpoint, InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { StreamEventName } from '@rosella/contract/live/rules'
import type { StreamEvents } from '@rosella/contract/live/stream'
import type { Viewer } from './viewer'

/** The parts of a call other than its input. */
export interface Caller {
  address: string
  device: string
  token: string | undefined
  /** Credentials in the headers of a call that needs no session. */
  bearer: { email: string; token: string } | undefined
  cookie(name: string): string | undefined
  /** HttpOnly and SameSite=Strict. */
  setCookie(cookie: { name: string; value: string; path: string; seconds: number }): void
}

export interface Upload {
  /** Reads the form's only file; rejects with a problem if it is missing or too large. */
  file(): Promise<{ bytes: Buffer; name: string }>
  /** All files of the form, in order. */
  files: readonly Buffer[]
}

/** An open event stream to one caller. */
export interface EventStream {
  readonly viewer: Viewer
  send<E extends StreamEventName>(event: E, data: StreamEvents[E]): void
  close(): void
  onClose(listener: () => void): void
}

/** A file as the response. */
export interface FileReply {
  name: string
  type: string
  body: Buffer | NodeJS.ReadableStream
}

type Run =
  | { kind: 'open'; run(input: unknown, caller: Caller): Promise<unknown> }
  | { kind: 'guarded'; run(viewer: Viewer, input: unknown, caller: Caller): Promise<unknown> }
  | { kind: 'upload'; run(viewer: Viewer, upload: Upload, input: unknown): Promise<unknown> }
  | { kind: 'stream'; run(stream: EventStream, input: unknown): Promise<void> }
  | { kind: 'file'; run(viewer: Viewer, input: unknown): Promise<FileReply> }

/** A call bound to its action. A feature's routes.ts is a table of these. */
export type Route = { endpoint: Endpoint } & Run

/** A call anyone may make. */
export const open = <E extends Endpoint>(
  endpoint: E,
  run: (input: InputOf<E>, caller: Caller) => Promise<ReplyOf<E>>,
): Route => ({ endpoint, kind: 'open', run: run as (input: unknown, caller: Caller) => Promise<unknown> })

/** A call for members with the endpoint's access level. */
export const guarded = <E extends Endpoint>(
  endpoint: E,
  run: (viewer: Viewer, input: InputOf<E>, caller: Caller) => Promise<ReplyOf<E>>,
): Route => ({
  endpoint,
  kind: 'guarded',
  run: run as (viewer: Viewer, input: unknown, caller: Caller) => Promise<unknown>,
})

export const upload = <E extends Endpoint>(
  endpoint: E,
  run: (viewer: Viewer, upload: Upload, input: InputOf<E>) => Promise<ReplyOf<E>>,
): Route => ({
  endpoint,
  kind: 'upload',
  run: run as (viewer: Viewer, upload: Upload, input: unknown) => Promise<unknown>,
})

export const stream = <E extends Endpoint>(
  endpoint: E,
  run: (stream: EventStream, input: InputOf<E>) => Promise<void>,
): Route => ({
  endpoint,
  kind: 'stream',
  run: run as (stream: EventStream, input: unknown) => Promise<void>,
})

export const file = <E extends Endpoint>(
  endpoint: E,
  run: (viewer: Viewer, input: InputOf<E>) => Promise<FileReply>,
): Route => ({ endpoint, kind: 'file', run: run as (viewer: Viewer, input: unknown) => Promise<FileReply> })

/** Reads a flag in every form that the contract accepts. */
export const parseBoolean = (flag: unknown): boolean =>
  flag === true || flag === 1 || flag === '1' || flag === 'true'
