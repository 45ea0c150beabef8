import { floodLimits, socketEventsPerMinute } from '@rosella/contract/messages/rules'
import {
  type Ack,
  type ClientEventName,
  type ClientPayload,
  clientEvents,
  type Question,
} from '@rosella/contract/messages/socket'
import type { ProblemCode } from '@rosella/contract/problems'
import type { LimitFunction } from 'p-limit'
import pLimit from 'p-limit'
import { ConnectionRegistry } from '../../platform/connection-registry'
import { TransientError } from '../../platform/failure'
import type { Viewer } from '../../platform/http/viewer'
import type { LiveSocket } from '../../platform/live/socket'
import { Problem } from '../../platform/problem'
import { compileCheck, isOfShape } from '../../platform/validate'
import { answerDate, planDate } from '../dates/index'
import type { Deps, SendingDeps } from './deps'
import { insertMessageBatches } from './insert-message-batch'
import { fetchMessages } from './list-messages'
import { deleteMessage, markRead, react } from './mark-read'
import { type LocalSocket, pushMessageEvents } from './push-message-events'
import { sendMessage } from './send-message'
import { publishTyping } from './typing'

export interface MessagesSocket {
  onConnect(socket: LiveSocket, viewer: SocketViewer): void
  close(): void
}

/** Queued events per socket. A client that waits for acknowledgements never reaches this. */
const MAX_QUEUED_EVENTS = 100
/** A socket with more refused events in a minute is disconnected. */
const MAX_REFUSED_EVENTS = 100
/** The set is cleared at this size, because ids stay in it if the bus never returns them. */
const MAX_SENT_IDS = 500

type Counted = 'messages' | keyof typeof socketEventsPerMinute
type SocketViewer = Pick<Viewer, 'id' | 'impersonator' | 'session_id'>
type Handlers = {
  [E in ClientEventName]: (
    local: LocalSocket,
    viewer: SocketViewer,
    payload: ClientPayload<E>,
    acknowledge: Ack,
  ) => Promise<void>
}

/** Clients may send any payload. */
const checks = Object.fromEntries(
  Object.entries(clientEvents).map(([event, shape]) => [event, compileCheck(shape, 'json')]),
) as { [E in ClientEventName]: (payload: unknown) => ClientPayload<E> }

const isClientEvent = (event: unknown): event is ClientEventName =>
  typeof event === 'string' && Object.hasOwn(clientEvents, event)

/** Calls `onEvent` with the sender of each event. */
export function messagesSocket(deps: SendingDeps, onEvent: (viewer: SocketViewer) => void): MessagesSocket {
  const locals = new ConnectionRegistry<LocalSocket>()
  const stop = pushMessageEvents(deps, locals)
  const sending = { ...deps, store: insertMessageBatches(deps) }

  const handlers: Handlers = {
    async fetchMessages({ socket }, viewer, payload, acknowledge) {
      const input = typeof payload === 'number' ? { receiver_id: payload } : payload
      await assertNotFlooding(deps, viewer.id, 'fetchMessages')
      const { messages, page } = await fetchMessages(deps, viewer, input)
      socket.emit('messageHistory', messages, page)
      acknowledge({ ok: true })
    },
    async sendMessage({ sent }, viewer, input, acknowledge) {
      // First, because the scam shield takes milliseconds to read a text.
      await assertNotFlooding(deps, viewer.id, 'messages')
      const onStored = (id: number) => {
        if (sent.size >= MAX_SENT_IDS) sent.clear()
        sent.add(id)
        acknowledge({ ok: true, id })
      }
      await sendMessage(sending, viewer, input, onStored)
    },
    async markRead(_, viewer, id, acknowledge) {
      await assertNotFlooding(deps, viewer.id, 'markRead')
      await markRead(deps, viewer, id)
      acknowledge({ ok: true, id })
    },
    async delete(_, viewer, id, acknowledge) {
      await assertNotFlooding(deps, viewer.id, 'delete')
      await deleteMessage(deps, viewer, id)
      acknowledge({ ok: true, id })
    },
    async react(_, viewer, input, acknowledge) {
      await assertNotFlooding(deps, viewer.id, 'react')
      await react(deps, viewer, input)
      acknowledge({ ok: true, id: input.id })
    },
    async planDate(_, viewer, input, acknowledge) {
      await assertNotFlooding(deps, viewer.id, 'planDate')
      acknowledge({ ok: true, ...(await planDate(deps, viewer, input)) })
    },
    async answerDate(_, viewer, input, acknowledge) {
      await assertNotFlooding(deps, viewer.id, 'answerDate')
      acknowledge({ ok: true, ...(await answerDate(deps, viewer, input)) })
    },
    async typing(_, viewer, { receiver_id }, acknowledge) {
      await publishTyping(deps, viewer, receiver_id)
      acknowledge({ ok: true })
    },
  }

  const handle = <E extends ClientEventName>(
    event: E,
    local: LocalSocket,
    viewer: SocketViewer,
    args: unknown[],
  ) => handlers[event](local, viewer, checks[event](args[0]), ackOf(args) ?? (() => {}))

  return {
    close: stop,
    onConnect(socket, viewer) {
      const local: LocalSocket = { socket, partner: partnerOf(socket.handshake.auth), sent: new Set() }
      const forget = locals.add(viewer.id, local)
      let open = true
      socket.on('disconnect', () => {
        open = false
        forget()
      })
      // One at a time, so that messages are stored in the order in which they were written.
      let queue: LimitFunction | undefined
      const enqueue = async (work: () => Promise<void>) => {
        queue ??= pLimit(1)
        if (queue.activeCount + queue.pendingCount >= MAX_QUEUED_EVENTS) throw new Problem('message.flood')
        return queue(work)
      }
      let refused = { count: 0, since: performance.now() }
      const refuseEvent = (args: unknown[], error: unknown) => {
        refuse(deps, socket, args, error)
        if (!(error instanceof Problem && isExcess(error))) return
        if (performance.now() - refused.since > 60_000) refused = { count: 0, since: performance.now() }
        if (++refused.count === MAX_REFUSED_EVENTS) socket.disconnect(true)
      }
      // One listener per socket instead of one per event, because thousands of sockets are idle.
      socket.onAny((event, ...args) => {
        onEvent(viewer)
        if (!isClientEvent(event)) return refuseEvent(args, new Problem('unknown-call'))
        enqueue(async () => {
          if (open) await handle(event, local, viewer, args)
        }).catch((error) => refuseEvent(args, error))
      })
    },
  }
}

const ackOf = (args: unknown[]): Ack | undefined => {
  const last = args.at(-1)
  return typeof last === 'function' ? (last as Ack) : undefined
}

const memberId = clientEvents.typing.properties.receiver_id

/** The partner of the handshake, if it has a valid one. */
const partnerOf = ({ receiver_id }: Record<string, unknown>): number | undefined =>
  isOfShape(memberId, receiver_id) ? receiver_id : undefined

/** Problems that are questions: the message is stored when it is sent again with `sure`. */
const questions: Partial<Record<ProblemCode, Question>> = { 'ask.scam': 'scam', 'ask.hurtful': 'hurtful' }

/** Events that no client of ours sends, or not as often. */
const isExcess = ({ code }: Problem): boolean =>
  code === 'message.flood' || code === 'unknown-call' || code === 'invalid'

/** Reports a failure in the acknowledgement, or as the event `error` if the client asked for none. */
function refuse(deps: Deps, socket: LiveSocket, args: unknown[], error: unknown): void {
  const problem = error instanceof Problem ? error : new Problem('socket.failed')
  if (problem !== error)
    deps.log[error instanceof TransientError ? 'warn' : 'error']({ err: error }, 'socket event failed')
  const ack = ackOf(args)
  const ask = questions[problem.code]
  if (ack) ack({ ok: false, ...problem.body, ...(ask ? { ask } : {}) })
  else socket.emit('error', problem.body)
}

/** Allows everything while the rate limits are unavailable; each socket still handles one event at a time. */
async function assertNotFlooding({ rateLimits, log }: Deps, memberId: number, kind: Counted): Promise<void> {
  const rates = kind === 'messages' ? floodLimits : [{ limit: socketEventsPerMinute[kind], seconds: 60 }]
  const { allowed } = await rateLimits.hit(`${kind} ${memberId}`, ...rates).catch((err) => {
    log.warn({ err }, 'socket events were not counted')
    return { allowed: true }
  })
  if (!allowed) throw new Problem('message.flood')
}
