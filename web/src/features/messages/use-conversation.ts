import { type ClientProblemCode, clientMessage } from '@rosella/contract/client-problems'
import {
  type Emoji,
  messageProblem,
  TYPING_SECONDS,
  TYPING_SHOWN_SECONDS,
} from '@rosella/contract/messages/rules'
import type { ChatMessage, CompactMessage } from '@rosella/contract/messages/shapes'
import type { ProblemBody } from '@rosella/contract/problems'
import { storableText } from '@rosella/contract/storable-text'
import { useEffect, useReducer, useRef } from 'react'
import { type ChatSocket, onServerEvents, useSocket } from '../../platform/live/socket'
import { getSession } from '../../platform/session/session'
import { changeConversation, type Outgoing, opening } from './conversation'
import { readOutbox, useOutbox } from './drafts'

/** A message without a reply after 20 seconds counts as failed. */
const REPLY_TIMEOUT_MS = 20_000
const REFETCH_AFTER_MS = [0, 500, 1000]
/** After a failure, older messages can be requested again after this time. */
const RETRY_OLDER_MS = 5000

/** Why a text was refused or not sent. */
export type Refusal = Pick<ProblemBody, 'code' | 'message'>
const refusal = (code: ClientProblemCode): Refusal => ({ code, message: clientMessage(code) })

interface Options {
  partnerId: number
  /** Returns a refused text to the composer with the reason, or with the question whether to send it anyway. */
  onRefused: (text: string, reason: Refusal, isQuestion?: boolean) => void
  /** The scam shield's warning was added or removed. */
  onWarning: (shown: boolean, isAboutPictures: boolean) => void
  /** One of the two may have ended or resumed the conversation. */
  onContactChanged: () => void
}

/** One conversation, updated by its own socket. */
export function useConversation({ partnerId, onRefused, onWarning, onContactChanged }: Options) {
  const me = getSession()?.id ?? 0
  const [state, change] = useReducer(changeConversation, partnerId, (id) => opening(readOutbox(id)))
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  const older = useRef<ReturnType<typeof setTimeout>>(undefined)
  const marked = useRef(0)
  const typingEnds = useRef<ReturnType<typeof setTimeout>>(undefined)
  const typingSentAt = useRef(0)
  const unsent = useRef<readonly Outgoing[]>(state.outgoing)
  useOutbox(partnerId, state.outgoing)
  useEffect(() => {
    unsent.current = state.outgoing
  }, [state.outgoing])
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
      change({ type: 'connected' })
      // Send pending messages before fetching the history, because the server handles them in order.
      for (const item of unsent.current) void transmit(opened, item)
      askNewest(opened)
    })
    opened.on('disconnect', () => change({ type: 'disconnected' }))
    opened.on('connect_error', () => change({ type: 'disconnected' }))
    onServerEvents(opened, {
      messageHistory: (messages, page) => {
        if (page.receiver_id === partnerId) change({ type: 'page', messages, page })
      },
      receiveMessage: (message) => {
        if (message.sender_id === partnerId) change({ type: 'received', message })
      },
      // The member's messages from other devices arrive only here.
      newMessages: ({ messages }) => {
        for (const message of messages) {
          if (message.st && message.r === partnerId)
            change({ type: 'stored', client_id: '', message: toChatMessage(message) })
        }
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

  async function transmit(on: ChatSocket, { client_id, text, ts, sure }: Outgoing) {
    const input = { sender_id: me, receiver_id: partnerId, message: text, client_id, sure }
    const reply = await on
      .timeout(REPLY_TIMEOUT_MS)
      .emitWithAck('sendMessage', input)
      .catch(() => undefined)
    if (!reply) {
      // After a lost connection it is sent again on reconnecting.
      if (on.connected) change({ type: 'unanswered', client_id, reason: clientMessage('socket.failed') })
      return
    }
    if (!reply.ok || reply.id === undefined) {
      change({ type: 'withdrawn', client_id })
      if (reply.ok) onRefused(text, refusal('socket.failed'))
      else onRefused(text, reply, reply.ask !== undefined)
      return
    }
    // The next typing event may be sent immediately.
    typingSentAt.current = 0
    const sides = { sender_id: me, receiver_id: partnerId, dir: 'out', rd: false } as const
    change({ type: 'stored', client_id, message: { id: reply.id, message: text, ts, ...sides } })
    stopTimers(timers.current)
    timers.current = REFETCH_AFTER_MS.map((ms) => setTimeout(() => on.connected && askNewest(on), ms))
  }

  function post(on: ChatSocket, message: Pick<Outgoing, 'client_id' | 'text' | 'sure'>) {
    const item: Outgoing = { ...message, ts: Math.floor(Date.now() / 1000), state: 'pending' }
    change({ type: 'wrote', item })
    void transmit(on, item)
  }

  /** The reaction is shown when the server publishes it. Outside the returned object, so that it stays memoised. */
  const react = (id: number, emoji: Emoji | null): void => {
    if (!socket?.connected) onRefused('', refusal('socket.lost'))
    else
      socket.emit('react', { id, emoji }, (reply) => {
        if (!reply.ok) onRefused('', reply)
      })
  }

  return {
    ...state,
    /** Sends the text, or returns why not. `sure` confirms the question whether to send it anyway. */
    send(input: string, sure?: boolean): Refusal | undefined {
      const text = storableText(input)
      const problem = messageProblem(text)
      if (problem) return refusal(problem)
      if (!socket?.connected) return refusal('socket.lost')
      post(socket, { client_id: newClientId(), text, sure })
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
      if (socket?.connected) post(socket, { client_id: item.client_id, text: item.text, sure: item.sure })
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
