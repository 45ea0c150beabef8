import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SOCKET_PATH, socketReconnection } from '@rosella/contract/messages/rules'
import type { ChatMessage } from '@rosella/contract/messages/shapes'
import type { ClientEvents, HistoryPage, ServerEvents } from '@rosella/contract/messages/socket'
import type { ChatMember } from '@rosella/testkit/chat-members'
import { io, type Socket } from 'socket.io-client'

/** A message as its sender knows it. */
export interface Said {
  from: number
  to: number
  text: string
  client_id: string
  /** When it was first sent and when it was acknowledged, in this process's time. */
  sentAt: number
  acknowledgedAt: number
  id: number
}

const ACK_MS = 10_000
const FLOOD = 'Too many requests. Please try again later.'
const FAILED = 'An error occurred.'

/** Sends one message after another and repeats each until it is acknowledged. */
export class Chatter {
  readonly said: Said[] = []
  readonly received: ChatMessage[] = []
  resends = 0
  connections = 0
  readonly #socket: Socket<ServerEvents, ClientEvents>

  constructor(
    url: string,
    readonly me: ChatMember,
    readonly partner: ChatMember,
  ) {
    this.#socket = io(url, {
      path: SOCKET_PATH,
      ...socketReconnection,
      transports: ['websocket'],
      forceNew: true,
      auth: { email: me.email, token: me.token, receiver_id: partner.id },
    })
    this.#socket.on('connect', () => this.connections++)
    this.#socket.on('receiveMessage', (message) => this.received.push(message))
  }

  async say(text: string): Promise<void> {
    const message = { receiver_id: this.partner.id, message: text, client_id: randomUUID() }
    const said = { from: this.me.id, to: this.partner.id, text, client_id: message.client_id }
    await this.#connected()
    const sentAt = performance.now()
    for (let tries = 0; ; tries++) {
      if (tries > 0) this.resends++
      await this.#connected()
      // Rejects if the connection or the acknowledgement is lost.
      const answer = await this.#socket
        .timeout(ACK_MS)
        .emitWithAck('sendMessage', message)
        .catch(() => undefined)
      if (answer?.ok && answer.id !== undefined) {
        this.said.push({ ...said, sentAt, acknowledgedAt: performance.now(), id: answer.id })
        return
      }
      if (answer && answer.message !== FLOOD && answer.message !== FAILED)
        throw new Error(`Refused: ${JSON.stringify(answer)}`)
      await sleep(answer?.message === FLOOD ? 2000 : 200)
    }
  }

  /** The whole conversation, fetched page by page. */
  async history(): Promise<ChatMessage[]> {
    const all: ChatMessage[] = []
    for (;;) {
      await this.#connected()
      const answered = new Promise<[ChatMessage[], HistoryPage]>((resolve) => {
        this.#socket.once('messageHistory', (messages, page) => resolve([messages, page]))
      })
      this.#socket.emit('fetchMessages', { receiver_id: this.partner.id, before_id: all[0]?.id, limit: 100 })
      const [messages, { more }] = await answered
      all.unshift(...messages)
      if (!more) return all
    }
  }

  disconnect(): void {
    this.#socket.disconnect()
  }

  async #connected(): Promise<void> {
    if (!this.#socket.connected) await new Promise<void>((resolve) => this.#socket.once('connect', resolve))
  }
}
