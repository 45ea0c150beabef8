import { DateEvent } from '../dates/endpoints'
import { planAnswers } from '../dates/rules'
import type { ProblemBody } from '../problems'
import {
  arr,
  bool,
  either,
  id,
  int,
  json,
  nullable,
  obj,
  oneOf,
  opt,
  problem,
  type Static,
  type TSchema,
  text,
  ts,
} from '../shapes'
import { reactions } from './rules'
import { ChatMessage, CompactMessage, Partner, Reaction } from './shapes'

/** A question before a message is stored; the client sends it again with `sure: true`, or changed. */
export type Question = 'scam' | 'hurtful'

export type Acknowledgement = { ok: true; id?: number } | ({ ok: false; ask?: Question } & ProblemBody)
export type Ack = (answer: Acknowledgement) => void

const uuid = () => text({ pattern: '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })

const SendMessage = obj({
  /** Ignored, because the sender is the member of the session. */
  sender_id: opt(json()),
  receiver_id: id(),
  // Longer than a message may be: the length rule has its own error, and the socket limits the payload size.
  message: text({ maxLength: 1_000_000 }),
  client_id: opt(nullable(uuid())),
  /** The sender has confirmed after a question. */
  sure: opt(bool()),
})
export type SendMessage = Static<typeof SendMessage>

const FetchMessages = obj({
  receiver_id: id(),
  before_id: opt(nullable(id())),
  limit: opt(nullable(id())),
})
export type FetchMessages = Static<typeof FetchMessages>

const PlanDate = obj({
  receiver_id: id(),
  at_ts: ts(),
  // The action checks the lengths, which count characters.
  place: text({ maxLength: 1000 }),
  note: text({ maxLength: 1000 }),
  /** The sender has confirmed after a question, as in SendMessage. */
  sure: opt(bool()),
})

/** `suggest` needs a new `at_ts`. With `accept`, `at_ts` and `place` are what the member saw. */
const AnswerDate = obj({
  id: id(),
  answer: oneOf(planAnswers),
  at_ts: opt(ts()),
  place: opt(text({ maxLength: 1000 })),
  sure: opt(bool()),
})

/** Events that a client sends. */
export const clientEvents = {
  /** Part 2 of the specification writes `fetchMessages (receiver_id)`, so a bare id is accepted too. */
  fetchMessages: either(FetchMessages, id()),
  sendMessage: SendMessage,
  /** Marks this message and all earlier ones of the same sender as read. */
  markRead: id(),
  delete: id(),
  /** Passed on at most every 3 seconds, if both may write to each other. Otherwise it is dropped without an error. */
  typing: obj({ receiver_id: id() }),
  /** Replaces an earlier reaction; null removes it. */
  react: obj({ id: id(), emoji: nullable(oneOf(reactions)) }),
  planDate: PlanDate,
  answerDate: AnswerDate,
} satisfies Record<string, TSchema>

export type ClientEventName = keyof typeof clientEvents
export type ClientPayload<E extends ClientEventName> = Static<(typeof clientEvents)[E]>
export type ClientEvents = { [E in ClientEventName]: (payload: ClientPayload<E>, ack?: Ack) => void }

const HistoryPage = obj({ receiver_id: id(), before_id: opt(id()), more: bool() })
export type HistoryPage = Static<typeof HistoryPage>

/** Events that the server sends, with their arguments in order. */
export const serverEvents = {
  /** Messages in ascending order; the page has the partner and whether there are older messages. */
  messageHistory: [arr(ChatMessage), HistoryPage],
  receiveMessage: [ChatMessage],
  /** Sender, reader, id: the reader has read the sender's messages up to this id. Both get it, where allowed. */
  messagesRead: [id(), id(), int()],
  newMessages: [obj({ messages: arr(CompactMessage), users: arr(Partner) })],
  markedRead: [id()],
  deleted: [id()],
  /** The partner who is typing. */
  typing: [id()],
  /** All current reactions to a message. */
  reacted: [obj({ id: id(), reactions: arr(Reaction) })],
  /** The partner, whether the conversation has a scam warning from now on, and whether it is about intimate pictures. */
  scamWarning: [id(), bool(), bool()],
  /** The partner: their conversation was ended or resumed, so the contact rules on their profile are outdated. */
  contactChanged: [id()],
  /** A plan was suggested, answered or ended. */
  date: [DateEvent],
  error: [problem()],
  /** The process is about to stop, or events may have been missed: connect or fetch again. */
  refetch: [],
} as const satisfies Record<string, readonly TSchema[]>

export type ServerEventName = keyof typeof serverEvents
type StaticArgs<A extends readonly TSchema[]> = { -readonly [I in keyof A]: Static<A[I]> }
export type ServerEventArgs<E extends ServerEventName> = StaticArgs<(typeof serverEvents)[E]>
export type ServerEvents = { [E in ServerEventName]: (...args: ServerEventArgs<E>) => void }
