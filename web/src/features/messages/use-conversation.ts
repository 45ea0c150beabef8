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
import { recallOutbox, useOutbox } from './drafts'

/** A server that has stored nothing after so long is not going to say so. */
const ANSWER_MS = 20_000
const REFETCH_AFTER_MS = [0, 500, 1000]
/** Older messages that were not to be had are asked for again by whoever still looks for them then. */
const ASK_AGAIN_MS = 5000

/** Why the server refused a text, or why it was not sent. */
export type Refusal = Pick<ProblemBody, 'code' | 'message'>
const refusal = (code: ClientProblemCode): Refusal => ({ code, message: clientMessage(code) })

interface Options {
  partnerId: number
  /** A refused text goes back to where it was written, with the sentence; or it is asked whether to send it anyway. */
  onRefused: (text: string, why: Refusal, isQuestion?: boolean) => void
  /** The scam shield's warning stands above the conversation from now on, or no longer. */
  onWarning: (shown: boolean) => void
  /** One of the two may have ended the conversation, or taken that back. */
  onContactChanged: () => void
}

/** One conversation, kept up to date by its own socket. */
export function useConversation({ partnerId, onRefused, onWarning, onContactChanged }: Options) {
  const me = getSession()?.id ?? 0
  const [state, change] = useReducer(changeConversation, partnerId, (id) => opening(recallOutbox(id)))
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  const older = useRef<ReturnType<typeof setTimeout>>(undefined)
  const marked = useRef(0)
  const typingEnds = useRef<ReturnType<typeof setTimeout>>(undefined)
  const typingTold = useRef(0)
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
      // First what was on its way, then the history: the server takes them in this order.
      for (const item of unsent.current) void put(opened, item)
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
      // What this member sends from another device comes only so.
      newMessages: ({ messages }) => {
        for (const message of messages) {
          if (message.st && message.r === partnerId)
            change({ type: 'stored', client_id: '', message: chatForm(message) })
        }
      },
      messagesRead: (sender, reader, upTo) => change({ type: 'read', sender, reader, upTo }),
      deleted: (id) => change({ type: 'deleted', id }),
      scamWarning: (id, shown) => {
        if (id === partnerId) onWarning(shown)
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
      // messagesRead says the same.
      markedRead: null,
      // Every event that this screen sends asks for an acknowledgement.
      error: null,
    })
  }, partnerId)

  function askNewest(on: ChatSocket) {
    change({ type: 'asked-newest' })
    on.emit('fetchMessages', { receiver_id: partnerId }, (answer) => {
      if (!answer.ok) onRefused('', answer)
    })
  }

  async function put(on: ChatSocket, { client_id, text, ts, sure }: Outgoing) {
    const input = { sender_id: me, receiver_id: partnerId, message: text, client_id, sure }
    const answer = await on
      .timeout(ANSWER_MS)
      .emitWithAck('sendMessage', input)
      .catch(() => undefined)
    if (!answer) {
      // A lost connection is no answer: it is sent again on the next one.
      if (on.connected) change({ type: 'unanswered', client_id, why: clientMessage('socket.failed') })
      return
    }
    if (!answer.ok || answer.id === undefined) {
      change({ type: 'withdrawn', client_id })
      if (answer.ok) onRefused(text, refusal('socket.failed'))
      else onRefused(text, answer, answer.ask !== undefined)
      return
    }
    // The next words are told of at once.
    typingTold.current = 0
    const sides = { sender_id: me, receiver_id: partnerId, dir: 'out', rd: false } as const
    change({ type: 'stored', client_id, message: { id: answer.id, message: text, ts, ...sides } })
    stopTimers(timers.current)
    timers.current = REFETCH_AFTER_MS.map((ms) => setTimeout(() => on.connected && askNewest(on), ms))
  }

  function post(on: ChatSocket, message: Pick<Outgoing, 'client_id' | 'text' | 'sure'>) {
    const item: Outgoing = { ...message, ts: Math.floor(Date.now() / 1000), state: 'pending' }
    change({ type: 'wrote', item })
    void put(on, item)
  }

  /** Shown when it is stored: everybody is told then, this screen too. By itself, so that it changes with nothing else. */
  const react = (id: number, emoji: Emoji | null): void => {
    if (!socket?.connected) onRefused('', refusal('socket.lost'))
    else
      socket.emit('react', { id, emoji }, (answer) => {
        if (!answer.ok) onRefused('', answer)
      })
  }

  return {
    ...state,
    /** Takes the text, or answers why not. `sure` after it was asked. */
    send(words: string, sure?: boolean): Refusal | undefined {
      const text = storableText(words)
      const problem = messageProblem(text)
      if (problem) return refusal(problem)
      if (!socket?.connected) return refusal('socket.lost')
      post(socket, { client_id: newClientId(), text, sure })
      return undefined
    },
    /** Something was typed: the other is told now and then. */
    tellTyping() {
      const now = Date.now()
      if (!socket?.connected || now - typingTold.current < TYPING_SECONDS * 1000) return
      typingTold.current = now
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
      socket.emit('fetchMessages', { receiver_id: partnerId, before_id: first.id }, (answer) => {
        if (answer.ok) return
        onRefused('', answer)
        older.current = setTimeout(() => change({ type: 'refused-older' }), ASK_AGAIN_MS)
      })
    },
    /** The partner's messages up to this one are on the screen, and somebody is looking. */
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

/** A random UUID; crypto.randomUUID is missing where the site is tried out without TLS. */
function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

const chatForm = ({ id, s, r, t, tu, rd, st, reactions }: CompactMessage): ChatMessage => ({
  id,
  sender_id: s,
  receiver_id: r,
  message: t,
  ts: tu,
  dir: st ? 'out' : 'in',
  rd,
  ...(reactions ? { reactions } : {}),
})
