import { floodLimits, framesAMinute } from '@rosella/contract/messages/rules'
import type { Ack, Question } from '@rosella/contract/messages/socket'
import type { ProblemCode } from '@rosella/contract/problems'
import type { LimitFunction } from 'p-limit'
import pLimit from 'p-limit'
import { ConnectionRegistry } from '../../platform/connection-registry'
import { TransientError } from '../../platform/failure'
import type { Viewer } from '../../platform/http/viewer'
import type { LiveSocket } from '../../platform/live/socket'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import type { ScamShield } from '../safety/index'
import { storeTogether } from './insert-message-batch'
import { fetchMessages } from './list-messages'
import { deleteMessage, markRead, react } from './mark-read'
import { deliverMessages, type LocalSocket } from './push-message-events'
import { sendMessage } from './send-message'
import { readFetch, readMessageId, readPartner, readReaction, readSend, readTyping } from './socket-payloads'
import { tellTyping } from './typing'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'rateLimits' | 'log' | 'settings'> & {
  shield: ScamShield
}

export interface MessagesSocket {
  onConnect(socket: LiveSocket, viewer: Talker): void
  close(): void
}

/** Frames that may wait for their turn; a client that waits for its answers never has so many. */
const WAITING_FRAMES = 100
/** Ids that never came back by the bus are forgotten with it. */
const SENT_REMEMBERED = 500

type Counted = 'messages' | keyof typeof framesAMinute
type Answer = (answer: Parameters<Ack>[0]) => void
type Talker = Pick<Viewer, 'id' | 'impersonator' | 'session_id'>
type Handle = (local: LocalSocket, viewer: Talker, frame: unknown, answer: Answer) => Promise<void>

/** `onFrame` hears who sends one, whatever it asks for. */
export function messagesSocket(deps: Deps, onFrame: (viewer: Talker) => void): MessagesSocket {
  const locals = new ConnectionRegistry<LocalSocket>()
  const stop = deliverMessages(deps, locals)
  const sending = { ...deps, store: storeTogether(deps) }

  const handlers: Record<string, Handle> = {
    async fetchMessages({ socket }, viewer, frame, answer) {
      const input = readFetch(frame)
      await refuseFlood(deps, viewer.id, 'fetchMessages')
      const { messages, page } = await fetchMessages(deps, viewer, input)
      socket.emit('messageHistory', messages, page)
      answer({ ok: true })
    },
    async sendMessage({ sent }, viewer, frame, answer) {
      const input = readSend(frame)
      const allowed = refuseFlood(deps, viewer.id, 'messages')
      // Whoever refuses it first is heard; a refusal that nobody waits for is no fault.
      allowed.catch(() => {})
      const acknowledge = (id: number) => {
        if (sent.size >= SENT_REMEMBERED) sent.clear()
        sent.add(id)
        answer({ ok: true, id })
      }
      await sendMessage(sending, viewer, input, acknowledge, allowed)
    },
    async markRead(_, viewer, frame, answer) {
      const id = readMessageId(frame)
      await refuseFlood(deps, viewer.id, 'markRead')
      await markRead(deps, viewer, id)
      answer({ ok: true, id })
    },
    async delete(_, viewer, frame, answer) {
      const id = readMessageId(frame)
      await refuseFlood(deps, viewer.id, 'delete')
      await deleteMessage(deps, viewer, id)
      answer({ ok: true, id })
    },
    async react(_, viewer, frame, answer) {
      const input = readReaction(frame)
      await refuseFlood(deps, viewer.id, 'react')
      await react(deps, viewer, input)
      answer({ ok: true, id: input.id })
    },
    async typing(_, viewer, frame, answer) {
      const receiverId = readTyping(frame)
      await tellTyping(deps, viewer, receiverId)
      answer({ ok: true })
    },
  }

  return {
    close: stop,
    onConnect(socket, viewer) {
      const local: LocalSocket = { socket, partner: readPartner(socket.handshake.auth), sent: new Set() }
      const forget = locals.add(viewer.id, local)
      let open = true
      socket.on('disconnect', () => {
        open = false
        forget()
      })
      // In the order they came, so that messages are stored in the order they were written.
      let queue: LimitFunction | undefined
      const inTurn = async (work: () => Promise<void>) => {
        queue ??= pLimit(1)
        if (queue.activeCount + queue.pendingCount >= WAITING_FRAMES) throw new Problem('message.flood')
        return queue(work)
      }
      // One listener for all: thousands of sockets wait here, most of them for nothing.
      socket.onAny((event, ...args) => {
        onFrame(viewer)
        const handle = typeof event === 'string' && Object.hasOwn(handlers, event) && handlers[event]
        if (!handle) return refuse(deps, socket, args, new Problem('unknown-call'))
        inTurn(async () => {
          if (open) await handle(local, viewer, args[0], ackOf(args) ?? (() => {}))
        }).catch((error) => refuse(deps, socket, args, error))
      })
    },
  }
}

const ackOf = (args: unknown[]): Answer | undefined => {
  const last = args.at(-1)
  return typeof last === 'function' ? (last as Answer) : undefined
}

/** Problems that are questions: the message is stored when it is sent again with `sure`. */
const questions: Partial<Record<ProblemCode, Question>> = { 'ask.scam': 'scam', 'ask.hurtful': 'hurtful' }

/** A failure is answered where an acknowledgement was asked for, and otherwise arrives as `error`. */
function refuse(deps: Deps, socket: LiveSocket, args: unknown[], error: unknown): void {
  const problem = error instanceof Problem ? error : new Problem('socket.failed')
  if (problem !== error)
    deps.log[error instanceof TransientError ? 'warn' : 'error']({ err: error }, 'a socket event failed')
  const ack = ackOf(args)
  const ask = questions[problem.code]
  if (ack) ack({ ok: false, message: problem.message, ...(ask ? { ask } : {}) })
  else socket.emit('error', { message: problem.message })
}

/** While the shared counts are away nobody is kept from talking: a socket's frames still go one at a time. */
async function refuseFlood({ rateLimits, log }: Deps, memberId: number, kind: Counted): Promise<void> {
  const rates = kind === 'messages' ? floodLimits : [{ limit: framesAMinute[kind], seconds: 60 }]
  const { allowed } = await rateLimits.hit(`${kind} ${memberId}`, ...rates).catch((err) => {
    log.warn({ err }, 'frames of a socket were not counted')
    return { allowed: true }
  })
  if (!allowed) throw new Problem('message.flood')
}
