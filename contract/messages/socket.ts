import type { Emoji } from './rules'
import type { ChatMessage, CompactMessage, Partner, Reaction } from './shapes'

export const SOCKET_PATH = '/api/socket.io'
export const socketReconnection = {
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
}

/** What is asked before a message is stored; it is sent again with `sure: true`, or changed. */
export type Question = 'scam' | 'hurtful'

export type Ack = (answer: { ok: boolean; message?: string; id?: number; ask?: Question }) => void

export interface SendMessage {
  sender_id?: number
  receiver_id: number
  message: string
  client_id?: string
  /** Sent anyway, after a question. */
  sure?: boolean
}

export interface FetchMessages {
  receiver_id: number
  before_id?: number
  limit?: number
}

export interface HistoryPage {
  receiver_id: number
  before_id?: number
  more: boolean
}

export interface ClientEvents {
  fetchMessages(input: FetchMessages, ack?: Ack): void
  sendMessage(input: SendMessage, ack?: Ack): void
  /** Reads this message and all earlier ones of the same sender. */
  markRead(messageId: number, ack?: Ack): void
  delete(messageId: number, ack?: Ack): void
  /** Told to the other at most every 3 seconds, where both may write to each other; what is not told is no error. */
  typing(input: { receiver_id: number }, ack?: Ack): void
  /** In place of an earlier one; null takes it back. */
  react(input: { id: number; emoji: Emoji | null }, ack?: Ack): void
}

export interface ServerEvents {
  /** In ascending order; `page` says whose conversation it is and whether older messages wait. */
  messageHistory(messages: ChatMessage[], page: HistoryPage): void
  receiveMessage(message: ChatMessage): void
  /** Everything from the sender to the reader up to this id has been read: told to both, where allowed. */
  messagesRead(senderId: number, readerId: number, upToId: number): void
  newMessages(news: { messages: CompactMessage[]; users: Partner[] }): void
  markedRead(messageId: number): void
  deleted(messageId: number): void
  /** This partner is typing to the one who hears it. */
  typing(partnerId: number): void
  /** All the reactions to a message, as they are now. */
  reacted(change: { id: number; reactions: Reaction[] }): void
  /** Ours: from now on the warning stands above the conversation with this partner, or it no longer does. */
  scamWarning(partnerId: number, shown: boolean): void
  /** Ours: one of the two has ended the conversation, or taken that back: what the profile says of writing is old. */
  contactChanged(partnerId: number): void
  error(problem: { message: string }): void
  /** The process is about to stop, or events may have been missed: connect or fetch anew. */
  refetch(): void
}
