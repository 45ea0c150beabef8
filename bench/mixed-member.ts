import { Agent, get, type IncomingMessage, request } from 'node:http'
import type { Calls } from '@rosella/contract/every-endpoint'
import { SOCKET_PATH } from '@rosella/contract/messages/rules'
import type { ClientEvents, ServerEvents } from '@rosella/contract/messages/socket'
import { io, type Socket } from 'socket.io-client'
import { Left, type LoadMetrics } from './mixed-metrics'

/** A simulated member: a session and the server it uses. */
export interface Played {
  id: number
  email: string
  token: string
  url_hash: string
  url: string
}

// Connections are kept and shared, as by a proxy in front of the server.
const agent = new Agent({ keepAlive: true, maxFreeSockets: 256 })
const PATIENCE_MS = 30_000

/** A member with an open tab: a stream and a socket. Matches arriving events with those that others sent. */
export class MixedMember {
  #socket: Socket<ServerEvents, ClientEvents> | undefined
  #stream: ReturnType<typeof get> | undefined
  constructor(
    readonly me: Played,
    private readonly metrics: LoadMetrics,
    private readonly onMessage: (id: number) => void,
  ) {}

  /** Receives likes and messages. */
  get online(): boolean {
    return this.#socket?.connected === true
  }

  /** Opens the tab: loads the member, then opens the stream and the socket. */
  async open(): Promise<void> {
    await this.call('GET /api/user', {})
    await this.metrics.time('stream opened', () => this.#openStream())
    await this.#openSocket()
  }

  /** The web client opens a socket for each conversation and closes it with the page. */
  async turnTo(partner: number): Promise<void> {
    // The tab was closed, or switched to another conversation, while the profile was loading.
    if (!this.online) return
    this.#closeSocket()
    await this.#openSocket()
    await this.emit('fetchMessages', { receiver_id: partner })
  }

  close(): void {
    this.#closeSocket()
    const stream = this.#stream
    this.#stream = undefined
    stream?.destroy()
    this.metrics.forgetAll((event) => event.startsWith(`like ${this.me.id} `))
  }

  #closeSocket(): void {
    const socket = this.#socket
    this.#socket = undefined
    socket?.disconnect()
    this.metrics.forgetAll((event) => event.startsWith(`message ${this.me.id} `))
  }

  call<R extends keyof Calls>(
    route: R,
    input: Record<string, unknown>,
    name: string = route,
  ): Promise<Calls[R]['reply'] | undefined> {
    return this.metrics.time(name, () => this.#send(route, input))
  }

  async emit(
    name: 'fetchMessages' | 'sendMessage' | 'markRead' | 'typing' | 'react',
    input: unknown,
  ): Promise<boolean> {
    const socket = this.#socket
    if (!socket?.connected) return false
    const patient = socket.timeout(PATIENCE_MS) as unknown as Patient
    const answered = await this.metrics.time(name, async () => {
      const { ok, message } = await patient.emitWithAck(name, input).catch((error) => {
        throw this.#socket === socket ? error : new Left()
      })
      if (!ok) throw new Error(message)
      return true
    })
    return answered === true
  }

  #send<R extends keyof Calls>(route: R, input: Record<string, unknown>): Promise<Calls[R]['reply']> {
    const [method, path] = route.split(' ') as [string, string]
    const { email, token, url } = this.me
    const fields = { email, token, ...input }
    const query = method === 'GET' ? `?${new URLSearchParams(fields as Record<string, string>)}` : ''
    const body = method === 'GET' ? undefined : JSON.stringify(fields)
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'content-type': 'application/json' }
      const sent = request(
        `${url}${path}${query}`,
        { method, agent, headers, timeout: PATIENCE_MS },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (more: string) => {
            text += more
          })
          answer.on('end', () =>
            answer.statusCode === 200
              ? resolve(JSON.parse(text))
              : reject(new Error(`${answer.statusCode} ${text.slice(0, 200)}`)),
          )
          answer.on('error', reject)
        },
      )
      sent.on('timeout', () => sent.destroy(new Error('no reply in time')))
      sent.on('error', reject)
      sent.end(body)
    })
  }

  #openStream(): Promise<void> {
    const { email, token, url } = this.me
    return new Promise((resolve, reject) => {
      const address = `${url}/api/notifications?${new URLSearchParams({ email, token })}`
      const stream = get(address, { agent: false }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`${answer.statusCode}`))
        this.#listen(answer, stream)
        resolve()
      })
      // We closed it before it was open.
      stream.on('error', (error) => reject(this.#stream === stream ? error : new Left()))
      this.#stream = stream
    })
  }

  #listen(answer: IncomingMessage, stream: ReturnType<typeof get>): void {
    let text = ''
    answer.setEncoding('utf8')
    answer.on('data', (more: string) => {
      const frames = (text + more).split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        if (!frame.startsWith('event: like\n')) continue
        const { url_hash } = JSON.parse(frame.slice(frame.indexOf('data: ') + 6)) as { url_hash: string }
        this.metrics.arrived(`like ${this.me.id} ${url_hash}`)
      }
    })
    // Not lost if we closed it ourselves.
    const lost = () =>
      this.#stream === stream && this.metrics.failed('stream lost', new Error('closed by the server'))
    answer.on('error', () => {})
    answer.on('close', lost)
  }

  async #openSocket(): Promise<void> {
    const { id, email, token, url } = this.me
    const socket: Socket<ServerEvents, ClientEvents> = io(url, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { id, email, token },
    })
    this.#socket = socket
    socket.on('receiveMessage', ({ id, message }) => {
      this.metrics.arrived(`message ${this.me.id} ${message}`)
      this.onMessage(id)
    })
    socket.on('error', ({ message }) => this.metrics.failed('socket error', new Error(message)))
    socket.on('refetch', () => this.metrics.failed('socket told to refetch', new Error('refetch')))
    socket.on('disconnect', (why) => {
      if (this.#socket === socket) this.metrics.failed('socket lost', new Error(why))
    })
    const opened = new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', (error) => reject(this.#socket === socket ? error : new Left()))
      // We closed it before it was open.
      socket.once('disconnect', () => reject(new Left()))
      setTimeout(
        () => reject(this.#socket === socket ? new Error('no reply in time') : new Left()),
        PATIENCE_MS,
      )
    })
    await this.metrics.time('socket opened', () => opened)
  }
}

interface Patient {
  emitWithAck(name: string, input: unknown): Promise<{ ok: boolean; message?: string }>
}
