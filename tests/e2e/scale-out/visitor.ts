import http from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatMember } from '@rosella/testkit/chat-members'
import { Chatter } from '../kill/chatter'

export type Kind = 'log in' | 'list' | 'gesture' | 'message' | 'stream'

/** The response times and failures of all visitors. */
export class Tally {
  readonly took: Record<Kind, number[]> = {
    'log in': [],
    list: [],
    gesture: [],
    message: [],
    stream: [],
  }
  readonly failures: string[] = []
}

/**
 * A member with the connections of a browser: calls over a keep-alive connection from their own IP address, a live stream
 * that reconnects whenever it ends, and a socket. Calls are not repeated, apart from a gesture that failed, because it
 * may have been stored.
 */
export class Visitor {
  readonly chatter: Chatter
  token: string
  /** Whether the partner is a favourite, as last acknowledged. */
  favourite = false
  received = 0
  /** When the last acknowledged gesture was sent. */
  gesturedAt = 0
  #over = false
  #opening = false
  #stream: http.ClientRequest | undefined
  readonly #agent: http.Agent

  constructor(
    private readonly url: string,
    readonly me: ChatMember,
    readonly partner: ChatMember,
    private readonly tally: () => Tally,
  ) {
    this.token = me.token
    this.chatter = new Chatter(url, me, partner)
    const localAddress = `127.${1 + (Math.floor(me.id / 200) % 250)}.0.${1 + (me.id % 200)}`
    this.#agent = new http.Agent({ keepAlive: true, localAddress })
  }

  async logIn(password: string): Promise<void> {
    const session = await this.#call('log in', 'POST', '/api/login', { email: this.me.email, password })
    this.token = (session as { token?: string })?.token ?? this.token
  }

  /** Repeats what members do, with pauses. */
  async live(isOver: () => boolean): Promise<void> {
    if (!this.#stream) void this.#keepStream()
    let isUncertain = false
    for (let n = 0; !isOver() || isUncertain; n++) {
      await this.#call('list', 'GET', '/api/users', { p: 1, filter: n % 2 === 0 ? 'recent' : 'newest' })
      await sleep(200 + Math.random() * 400)
      if (n % 3 === 0 || isUncertain) {
        const action = this.favourite ? 'unfav' : 'fav'
        const body = { action, recipient_id: this.partner.id }
        const sentAt = performance.now()
        isUncertain = !(await this.#call('gesture', 'POST', '/api/user-action', body))
        if (!isUncertain) {
          this.favourite = !this.favourite
          this.gesturedAt = sentAt
        }
      }
      const began = performance.now()
      await this.chatter.say(`${this.me.id} says ${n}`)
      this.tally().took.message.push(performance.now() - began)
      await sleep(200 + Math.random() * 400)
    }
  }

  isListening(): boolean {
    return this.#stream !== undefined && !this.#opening
  }

  leave(): void {
    this.#over = true
    this.#stream?.destroy()
    this.chatter.disconnect()
    this.#agent.destroy()
  }

  /** Reconnects whenever the stream ends, like an EventSource. */
  async #keepStream(): Promise<void> {
    while (!this.#over) {
      this.#opening = true
      const began = performance.now()
      const response = await this.#send('GET', '/api/notifications', {})
      if (this.#over) return
      if (response instanceof Error || response.statusCode !== 200) this.#fail('stream', response)
      else {
        this.tally().took.stream.push(performance.now() - began)
        this.#opening = false
        response.on('error', () => {})
        response.on('data', () => this.received++)
        await new Promise((resolve) => response.once('close', resolve))
      }
      await sleep(50)
    }
  }

  async #call(kind: Kind, method: string, path: string, fields: object): Promise<unknown> {
    const began = performance.now()
    const response = await this.#send(method, path, fields)
    if (response instanceof Error || response.statusCode !== 200) return this.#fail(kind, response)
    const body = await text(response).catch((error: Error) => error)
    if (body instanceof Error) return this.#fail(kind, body)
    this.tally().took[kind].push(performance.now() - began)
    return JSON.parse(body)
  }

  #fail(kind: Kind, why: Error | http.IncomingMessage): undefined {
    if (!(why instanceof Error)) why.resume()
    if (this.#over) return
    const isUnannounced = !(why instanceof Error) && why.statusCode === 503 && !why.headers['retry-after']
    const reason = why instanceof Error ? why.message : why.statusCode
    this.tally().failures.push(`${kind}: ${reason}${isUnannounced ? ' without Retry-After' : ''}`)
  }

  #send(method: string, path: string, fields: object): Promise<Error | http.IncomingMessage> {
    const all = { email: this.me.email, token: this.token, ...fields }
    const query = new URLSearchParams(Object.entries(all).map(([key, value]) => [key, String(value)]))
    const get = method === 'GET'
    return new Promise((resolve) => {
      const request = http.request(get ? `${this.url}${path}?${query}` : this.url + path, {
        method,
        agent: this.#agent,
        // Longer than the pause between the signs of life of a stream.
        timeout: 20_000,
        headers: get ? {} : { 'content-type': 'application/json' },
      })
      if (path === '/api/notifications') this.#stream = request
      request.on('response', resolve).on('error', resolve)
      request.on('timeout', () => request.destroy(new Error('no answer for 20 s')))
      request.end(get ? undefined : JSON.stringify(all))
    })
  }
}
