import { randomUUID } from 'node:crypto'
import type { SessionRecord, TwoStepNeeded } from '@rosella/contract/access/shapes'
import type { Calls } from '@rosella/contract/every-endpoint'
import { SOCKET_PATH } from '@rosella/contract/messages/rules'
import type { ClientEvents, ServerEvents } from '@rosella/contract/messages/socket'
import type { ProblemBody } from '@rosella/contract/problems'
import { io, type Socket } from 'socket.io-client'
import { openStream, type TestStream } from './test-stream'

export type RouteName = keyof Calls
type Input<R extends RouteName> = Omit<Calls[R]['input'], 'token' | 'va'>
/**
 * Two-step verification is rare in tests, so a log-in reply is typed as a session, with the two-step fields
 * optional.
 */
type Reply<R extends RouteName> = R extends 'POST /api/login'
  ? SessionRecord & Partial<TwoStepNeeded>
  : Calls[R]['reply']

export interface Answer<T = unknown> {
  status: number
  body: T & Partial<ProblemBody>
}

/** `call` rejects with this when the server refuses. */
class Refused extends Error {
  constructor(
    readonly route: string,
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

let people = 0

/** A member at a device: every call sends their session and their own network address. */
export class Person {
  email = ''
  token = ''
  id = 0
  url_hash = ''
  username = ''
  readonly password = 'Correct-Horse-9'
  readonly address: string
  readonly #sockets = new Set<Socket>()
  readonly #streams = new Set<TestStream>()

  constructor(readonly url: string) {
    people++
    this.address = `10.${process.pid % 250}.${Math.floor(people / 250) % 250}.${people % 250}`
  }

  /** Sends a call and returns the response, whatever its status. */
  async try<R extends RouteName>(
    route: R,
    input: Input<R> | Record<string, unknown> = {},
  ): Promise<Answer<Reply<R>>> {
    const [method, path] = route.split(' ') as [string, string]
    const fields: Record<string, unknown> = { ...this.#credentials(), ...input }
    const response =
      method === 'GET'
        ? await fetch(`${this.url}${path}?${query(fields)}`, { headers: this.#headers() })
        : await fetch(this.url + path, {
            method,
            headers: {
              ...this.#headers(),
              ...(route === 'POST /api/login' ? this.#shownSession() : {}),
              'content-type': 'application/json',
            },
            body: JSON.stringify(fields),
          })
    return { status: response.status, body: await response.json() }
  }

  /** Sends a call that should succeed. */
  async call<R extends RouteName>(
    route: R,
    input: Input<R> | Record<string, unknown> = {},
  ): Promise<Reply<R>> {
    let { status, body } = await this.try(route, input)
    // Tests move the clock: re-authenticate and repeat the call, as the web client does.
    if (status === 403 && (body as { reauthenticate?: true }).reauthenticate) {
      await this.try('POST /api/reauthenticate', { password: this.password })
      ;({ status, body } = await this.try(route, input))
    }
    if (status !== 200) throw new Refused(route, status, body.message ?? '')
    return body
  }

  async tryUpload(bytes: Buffer, name = 'photo.jpg'): Promise<Answer<{ filename: string }>> {
    const form = new FormData()
    for (const [key, value] of Object.entries(this.#credentials())) form.set(key, value)
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    const response = await fetch(`${this.url}/api/photos`, {
      method: 'POST',
      headers: this.#headers(),
      body: form,
    })
    return { status: response.status, body: (await response.json()) as { filename: string } }
  }

  async upload(bytes: Buffer, name?: string): Promise<string> {
    const { status, body } = await this.tryUpload(bytes, name)
    if (status !== 200) throw new Refused('POST /api/photos', status, body.message ?? '')
    return body.filename
  }

  /** Opens the live event stream and waits until it is connected. */
  async stream(input: { background?: 1 } = {}): Promise<TestStream> {
    const stream = await openStream(
      `${this.url}/api/notifications?${query({ ...this.#credentials(), ...input })}`,
      this.#headers(),
    )
    this.#streams.add(stream)
    return stream
  }

  /** Connects a socket and waits until the server has accepted it. */
  async socket(auth: Record<string, unknown> = {}): Promise<Socket<ServerEvents, ClientEvents>> {
    const socket: Socket<ServerEvents, ClientEvents> = io(this.url, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: this.#headers(),
      auth: { ...this.#credentials(), id: this.id, ...auth },
    })
    this.#sockets.add(socket)
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
      // A refused handshake closes the connection a moment before `connect_error`, which has the reason.
      socket.io.once('close', (reason) => setImmediate(reject, new Error(reason)))
    })
    return socket
  }

  /** The same member at another device or process. */
  elsewhere(url = this.url): Person {
    const twin = new Person(url)
    return Object.assign(twin, {
      email: this.email,
      token: this.token,
      id: this.id,
      url_hash: this.url_hash,
      username: this.username,
    })
  }

  disconnect(): void {
    for (const socket of this.#sockets) socket.disconnect()
    for (const stream of this.#streams) stream.close()
  }

  #credentials(): Record<string, string> {
    return this.token === '' ? {} : { email: this.email, token: this.token }
  }

  /** Like the web client, sends an existing session along with a log-in link. */
  #shownSession(): Record<string, string> {
    return this.token === '' ? {} : { authorization: `Bearer ${this.token}`, 'x-email': this.email }
  }

  #headers(): Record<string, string> {
    return { 'x-forwarded-for': this.address, 'user-agent': `testkit ${encodeURIComponent(this.username)}` }
  }
}

export const newEmail = (name: string): string =>
  `${name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()}-${randomUUID().slice(0, 8)}@rosella.test`

function query(fields: Record<string, unknown>): URLSearchParams {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
}
