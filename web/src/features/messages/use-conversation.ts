import { type ClientProblemCode, clientMessage } from '@rosella/contract/client-problems'
import {
  type Emoji,
  isResentAlone,
  messageProblem,
  TYPING_SECONDS,
  TYPING_SHOWN_SECONDS,
} from '@rosella/contract/messages/rules'
import type { ChatMessage, CompactMessage } from '@rosella/contract/messages/shapes'
import type { Acknowledgement } from '@rosella/contract/messages/socket'
import type { ProblemBody } from '@rosella/contract/problems'
import { storableText } from '@rosella/contract/storable-text'
import { useEffect, useReducer, useRef } from 'react'
import type { SendDate } from '../../platform/chat-target'
import { type ChatSocket, onServerEvents, useSocket } from '../../platform/live/socket'
import { getSession } from '../../platform/session/session'
import { changeConversation, type Outgoing, opening } from './conversation'
import {
  asOutgoing,
  failInOutbox,
  holdConversation,
  isInOutbox,
  type OutboxItem,
  onUnsentChange,
  readOutbox,
  removeFromOutbox,
  removeStored,
  type StoredPartner,
  saveInOutbox,
} from './drafts'
import { sendOutbox, transmit } from './send-outbox'

const REPLY_TIMEOUT_MS = 10_000
const REFETCH_AFTER_MS = [0, 500, 1000]
/** After a failure, older messages can be requested again after this time. */
const RETRY_OLDER_MS = 5000

/** Why a text was refused or not sent. */
export type Refusal = Pick<ProblemBody, 'code' | 'message'>
const refusal = (code: ClientProblemCode): Refusal => ({ code, message: clientMessage(code) })

interface Options {
  partner: StoredPartner
  /** Returns a refused text to the composer with the reason, or with the question whether to send it anyway. */
  onRefused: (text: string, reason: Refusal, isQuestion?: boolean) => void
  /** The scam shield's warning was added or removed. */
  onWarning: (shown: boolean, isAboutPictures: boolean) => void
  /** One of the two may have ended or resumed the conversation. */
  onContactChanged: () => void
}

/** One conversation, updated by its own socket. */
export function useConversation({ partner, onRefused, onWarning, onContactChanged }: Options) {
  const partnerId = partner.id
  const me = getSession()?.id ?? 0
  const [state, change] = useReducer(changeConversation, partnerId, (id) => opening(outgoingTo(id)))
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  const older = useRef<ReturnType<typeof setTimeout>>(undefined)
  const marked = useRef(0)
  const typingEnds = useRef<ReturnType<typeof setTimeout>>(undefined)
  const typingSentAt = useRef(0)
  useEffect(() => onUnsentChange(() => change({ type: 'outbox', items: outgoingTo(partnerId) })), [partnerId])
  // After it closes, messages that are still being sent are sent in the background.
  useEffect(() => {
    const release = holdConversation(partnerId)
    return () => {
      release()
      sendOutbox()
    }
  }, [partnerId])
  useEffect(
    () => () => {
      stopTimers(timers.current)
      clearTimeout(older.current)
      clearTimeout(typingEnds.current)
    },
    [],
  )

  const socket = useSocket((opened) => {
    opened.on('connect', () => {
      marked.current = 0
      const now = Date.now() / 1000
      change({ type: 'connected', now })
      // Send pending messages before fetching the history, because the server handles them in order.
      for (const item of readOutbox(partnerId)) if (isResentAlone(item.ts, now)) void sendItem(opened, item)
      askNewest(opened)
    })
    opened.on('disconnect', () => change({ type: 'disconnected' }))
    opened.on('connect_error', () => change({ type: 'disconnected' }))
    onServerEvents(opened, {
      messageHistory: (messages, page) => {
        if (page.receiver_id !== partnerId) return
        change({ type: 'page', messages, page })
        removeStored(messages)
      },
      receiveMessage: (message) => {
        if (message.sender_id === partnerId) change({ type: 'received', message })
      },
      // The member's messages from other devices arrive only here.
      newMessages: ({ messages }) => {
        for (const message of messages) {
          if (message.st && message.r === partnerId)
            change({ type: 'stored', client_id: message.client_id ?? '', message: toChatMessage(message) })
        }
        removeStored(messages)
      },
      messagesRead: (sender, reader, upTo) => change({ type: 'read', sender, reader, upTo }),
      deleted: (id) => change({ type: 'deleted', id }),
      scamWarning: (id, shown, isAboutPictures) => {
        if (id === partnerId) onWarning(shown, isAboutPictures)
      },
      typing: (id) => {
        if (id !== partnerId) return
        change({ type: 'typing', on: true })
        clearTimeout(typingEnds.current)
        typingEnds.current = setTimeout(
          () => change({ type: 'typing', on: false }),
          TYPING_SHOWN_SECONDS * 1000,
        )
      },
      reacted: (reacted) => change({ type: 'reacted', partnerId, ...reacted }),
      refetch: () => askNewest(opened),
      contactChanged: (id) => {
        if (id === partnerId) onContactChanged()
      },
      // messagesRead has the same information.
      markedRead: null,
      // The live stream updates the plan.
      date: null,
      // Errors arrive in the acknowledgements, which every event here requests.
      error: null,
    })
  }, partnerId)

  function askNewest(on: ChatSocket) {
    change({ type: 'asked-newest' })
    on.emit('fetchMessages', { receiver_id: partnerId }, (reply) => {
      if (!reply.ok) onRefused('', reply)
    })
  }

  async function sendItem(on: ChatSocket, item: OutboxItem) {
    const { client_id, text, ts } = item
    const reply = await transmit(on, item)
    if (reply === 'gone') return
    if (!reply) {
      // After a lost connection it is sent again on reconnecting.
      if (!on.connected) return
      const reason = clientMessage('socket.failed')
      change({ type: 'unanswered', client_id, reason })
      failInOutbox(item, reason)
      return
    }
    if (!reply.ok || reply.id === undefined) {
      // Tabs share the draft, so only the first one returns the text to it.
      const returned = isInOutbox(item) ? text : ''
      withdraw(item)
      if (reply.ok) onRefused(returned, refusal('socket.failed'))
      else onRefused(returned, reply, reply.ask !== undefined)
      return
    }
    // The next typing event may be sent immediately.
    typingSentAt.current = 0
    const sides = { sender_id: me, receiver_id: partnerId, dir: 'out', rd: false } as const
    const message = { id: reply.id, message: text, ts: Math.floor(ts), ...sides }
    change({ type: 'stored', client_id, message })
    removeFromOutbox(item)
    stopTimers(timers.current)
    timers.current = REFETCH_AFTER_MS.map((ms) => setTimeout(() => on.connected && askNewest(on), ms))
  }

  /** Without a connection, the message waits in the outbox. */
  function post({ client_id, text, sure }: Pick<Outgoing, 'client_id' | 'text' | 'sure'>) {
    const message = { client_id, text, ts: Date.now() / 1000, ...(sure !== undefined && { sure }) }
    change({ type: 'wrote', item: { ...message, state: state.link === 'lost' ? 'unsent' : 'pending' } })
    const item = { ...message, partner }
    saveInOutbox(item)
    if (socket?.connected) void sendItem(socket, item)
  }

  function withdraw({ client_id }: Pick<Outgoing, 'client_id'>) {
    change({ type: 'withdrawn', client_id })
    removeFromOutbox({ client_id, partner })
  }

  /** The reaction is shown when the server publishes it. Outside the returned object, so that it stays memoised. */
  const react = (id: number, emoji: Emoji | null): void => {
    if (!socket?.connected) onRefused('', refusal('socket.lost'))
    else
      socket.emit('react', { id, emoji }, (reply) => {
        if (!reply.ok) onRefused('', reply)
      })
  }

  const sendDate: SendDate = async (event, payload) => {
    if (!socket?.connected) return { ok: false, ...refusal('socket.lost') }
    const untyped = socket.timeout(REPLY_TIMEOUT_MS) as unknown as {
      emitWithAck(event: string, payload: unknown): Promise<Acknowledgement>
    }
    return untyped.emitWithAck(event, payload).catch(() => ({ ok: false, ...refusal('socket.failed') }))
  }

  return {
    ...state,
    sendDate,
    /** Sends the text, or returns why not. `sure` confirms the question whether to send it anyway. */
    send(input: string, sure?: boolean): Refusal | undefined {
      const text = storableText(input)
      const problem = messageProblem(text)
      if (problem) return refusal(problem)
      post({ client_id: newClientId(), text, sure })
      return undefined
    },
    /** Sends a typing event, at most every few seconds. */
    sendTyping() {
      const now = Date.now()
      if (!socket?.connected || now - typingSentAt.current < TYPING_SECONDS * 1000) return
      typingSentAt.current = now
      socket.emit('typing', { receiver_id: partnerId })
    },
    react,
    retry(item: Outgoing) {
      if (socket?.connected) post(item)
      else onRefused('', refusal('socket.lost'))
    },
    /** Deletes a message that was not sent. */
    withdraw,
    async remove(id: number) {
      await deleteMessage(socket, id)
      change({ type: 'deleted', id })
    },
    askOlder() {
      const [first] = state.messages
      if (!socket?.connected || state.history !== 'more' || !first) return
      change({ type: 'asked-older' })
      socket.emit('fetchMessages', { receiver_id: partnerId, before_id: first.id }, (reply) => {
        if (reply.ok) return
        onRefused('', reply)
        older.current = setTimeout(() => change({ type: 'refused-older' }), RETRY_OLDER_MS)
      })
    },
    /** The partner's messages up to this one are visible on screen. */
    markRead(id: number) {
      if (!socket?.connected || marked.current >= id) return
      marked.current = id
      socket.emit('markRead', id, ({ ok }) => {
        if (ok) change({ type: 'read', sender: partnerId, reader: me, upTo: id })
      })
    },
  }
}

const outgoingTo = (partnerId: number): Outgoing[] => readOutbox(partnerId).map(asOutgoing)

export async function deleteMessage(socket: ChatSocket | undefined, id: number): Promise<void> {
  const reply = socket?.connected
    ? await socket
        .timeout(REPLY_TIMEOUT_MS)
        .emitWithAck('delete', id)
        // A timeout or lost connection; the library's message is not for members.
        .catch(() => undefined)
    : undefined
  if (!reply?.ok) throw new Error(clientMessage('socket.failed'))
}

function stopTimers(timers: ReturnType<typeof setTimeout>[]): void {
  for (const timer of timers) clearTimeout(timer)
}

/** A random UUID. crypto.randomUUID does not exist without TLS. */
function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

const toChatMessage = ({ id, s, r, t, tu, rd, st, reactions }: CompactMessage): ChatMessage => ({
  id,
  sender_id: s,
  receiver_id: r,
  message: t,
  ts: tu,
  dir: st ? 'out' : 'in',
  rd,
  ...(reactions ? { reactions } : {}),
})
