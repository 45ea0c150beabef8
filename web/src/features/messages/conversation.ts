import { isResentAlone } from '@rosella/contract/messages/rules'
import type { ChatMessage, Reaction } from '@rosella/contract/messages/shapes'
import type { HistoryPage } from '@rosella/contract/messages/socket'
import { timeAgo } from '../../format/time-ago'

/** A message written here that is not yet known to be stored. */
export type Outgoing = { client_id: string; text: string; ts: number; sure?: boolean } & (
  | { state: 'pending' }
  /** Without a reply it may have been stored all the same, so a retry uses the same client_id. */
  | { state: 'unsent'; reason?: string }
)

export interface Conversation {
  link: 'opening' | 'open' | 'lost'
  /** `unknown` until the first page; then whether there are older messages or they have been requested. */
  history: 'unknown' | 'more' | 'asked' | 'complete'
  /** Stored messages, oldest first, without gaps up to the newest. */
  messages: readonly ChatMessage[]
  outgoing: readonly Outgoing[]
  /** The newest id when the newest page was last requested. The reply may lack newer messages. */
  newestAtRequest: number
  /** Deleted while the screen was open: a page read just before must not bring them back. */
  deletedIds: ReadonlySet<number>
  /** The last message received live, for screen readers. */
  lastReceived: ChatMessage | undefined
  /** The partner is typing. */
  typing: boolean
  /** The partner's last live reaction, for screen readers. */
  lastReaction: Reaction['emoji'] | undefined
}

export type Change =
  | { type: 'connected'; now: number }
  | { type: 'disconnected' }
  | { type: 'asked-newest' }
  | { type: 'asked-older' }
  | { type: 'refused-older' }
  | { type: 'page'; messages: readonly ChatMessage[]; page: HistoryPage }
  | { type: 'received'; message: ChatMessage }
  | { type: 'read'; sender: number; reader: number; upTo: number }
  | { type: 'deleted'; id: number }
  | { type: 'typing'; on: boolean }
  | { type: 'reacted'; id: number; reactions: Reaction[]; partnerId: number }
  | { type: 'wrote'; item: Outgoing }
  /** Another tab has written, sent or deleted a message of this conversation. */
  | { type: 'outbox'; items: readonly Outgoing[] }
  | { type: 'stored'; client_id: string; message: ChatMessage }
  | { type: 'withdrawn'; client_id: string }
  | { type: 'unanswered'; client_id: string; reason: string }

export const opening = (outgoing: readonly Outgoing[]): Conversation => ({
  link: 'opening',
  history: 'unknown',
  messages: [],
  outgoing,
  newestAtRequest: 0,
  deletedIds: new Set(),
  lastReceived: undefined,
  typing: false,
  lastReaction: undefined,
})

/** The pure reducer of everything that can happen to a conversation. */
export function changeConversation(before: Conversation, change: Change): Conversation {
  switch (change.type) {
    case 'connected':
      return {
        ...before,
        link: 'open',
        outgoing: before.outgoing.map((item) =>
          isResentAlone(item.ts, change.now) ? asPending(item) : asUnsent(item),
        ),
      }
    case 'disconnected':
      return {
        ...withoutRequest(before),
        link: 'lost',
        typing: false,
        outgoing: before.outgoing.map(asUnsent),
      }
    case 'asked-newest':
      return { ...before, newestAtRequest: newestId(before) }
    case 'asked-older':
      return { ...before, history: 'asked' }
    case 'refused-older':
      return withoutRequest(before)
    case 'page':
      return change.page.before_id === undefined
        ? withNewestPage(before, change.messages, change.page.more)
        : withOlderPage(before, change.messages, change.page)
    case 'received':
      return {
        ...withMessage(before, change.message),
        lastReceived: change.message,
        typing: false,
        lastReaction: undefined,
      }
    case 'read': {
      const { sender, reader, upTo } = change
      const matches = ({ id, sender_id, receiver_id, rd }: ChatMessage) =>
        !rd && id <= upTo && sender_id === sender && receiver_id === reader
      if (!before.messages.some(matches)) return before
      return { ...before, messages: before.messages.map((m) => (matches(m) ? { ...m, rd: true } : m)) }
    }
    case 'deleted':
      return {
        ...before,
        deletedIds: new Set(before.deletedIds).add(change.id),
        messages: before.messages.filter(({ id }) => id !== change.id),
      }
    case 'typing':
      return before.typing === change.on ? before : { ...before, typing: change.on }
    case 'reacted':
      return withReactions(before, change)
    case 'wrote':
      return {
        ...before,
        outgoing: [...without(before.outgoing, change.item.client_id), change.item],
      }
    case 'outbox':
      return withOutbox(before, change.items)
    case 'stored':
      return withMessage({ ...before, outgoing: without(before.outgoing, change.client_id) }, change.message)
    case 'withdrawn':
      return { ...before, outgoing: without(before.outgoing, change.client_id) }
    case 'unanswered':
      return {
        ...before,
        outgoing: before.outgoing.map((item) =>
          item.client_id === change.client_id ? { ...item, state: 'unsent', reason: change.reason } : item,
        ),
      }
  }
}

function withReactions(
  before: Conversation,
  { id, reactions, partnerId }: Extract<Change, { type: 'reacted' }>,
): Conversation {
  const partnersReaction = (of: readonly Reaction[] | undefined) =>
    of?.find(({ by }) => by === partnerId)?.emoji
  const old = before.messages.find((message) => message.id === id)
  if (!old) return before
  const { reactions: _old, ...bare } = old
  const message = reactions.length > 0 ? { ...bare, reactions } : bare
  const isNew =
    partnersReaction(reactions) !== undefined &&
    partnersReaction(reactions) !== partnersReaction(old.reactions)
  return {
    ...before,
    messages: before.messages.map((one) => (one === old ? message : one)),
    ...(isNew ? { lastReaction: partnersReaction(reactions), lastReceived: undefined } : {}),
  }
}

const withoutRequest = (before: Conversation): Conversation =>
  before.history === 'asked' ? { ...before, history: 'more' } : before
const newestId = ({ messages }: Conversation): number => messages.at(-1)?.id ?? 0
const asPending = ({ client_id, text, ts, sure }: Outgoing): Outgoing => ({
  client_id,
  text,
  ts,
  ...(sure !== undefined && { sure }),
  state: 'pending',
})
const asUnsent = (item: Outgoing): Outgoing =>
  item.state === 'pending' ? { ...item, state: 'unsent' } : item

/** Keeps the state of messages that are known here. */
function withOutbox(before: Conversation, items: readonly Outgoing[]): Conversation {
  const known = new Map(before.outgoing.map((item) => [`${item.client_id} ${item.ts}`, item]))
  const outgoing = items.map(
    (item) => known.get(`${item.client_id} ${item.ts}`) ?? (before.link === 'lost' ? asUnsent(item) : item),
  )
  const isSame =
    outgoing.length === before.outgoing.length && outgoing.every((item, at) => item === before.outgoing[at])
  return isSame ? before : { ...before, outgoing }
}

const without = (items: readonly Outgoing[], clientId: string) =>
  items.filter(({ client_id }) => client_id !== clientId)

function withMessage(before: Conversation, message: ChatMessage): Conversation {
  if (before.deletedIds.has(message.id) || before.messages.some(({ id }) => id === message.id)) return before
  const place = before.messages.findLastIndex(({ id }) => id < message.id) + 1
  return { ...before, messages: before.messages.toSpliced(place, 0, message) }
}

/** The page replaces everything from its first message on, except messages received since it was requested. */
function withNewestPage(before: Conversation, page: readonly ChatMessage[], more: boolean): Conversation {
  const first = page[0]?.id ?? Number.POSITIVE_INFINITY
  const last = page.at(-1)?.id ?? 0
  // After an absence longer than a page there would be a gap, so drop the older messages; scrolling reloads them.
  const older =
    more && newestId(before) >= first ? before.messages.filter(({ id }) => id < first) : ([] as const)
  const since = before.messages.filter(({ id }) => id > last && id > before.newestAtRequest)
  return {
    ...before,
    history: older.length > 0 ? before.history : more ? 'more' : 'complete',
    messages: [...older, ...reuseUnchanged(before, page), ...since],
  }
}

function withOlderPage(
  before: Conversation,
  page: readonly ChatMessage[],
  { before_id, more }: HistoryPage,
): Conversation {
  // Requested before the conversation jumped to a newer page.
  if (before_id !== before.messages[0]?.id) return before
  return {
    ...before,
    history: more ? 'more' : 'complete',
    messages: [...reuseUnchanged(before, page), ...before.messages],
  }
}

/** The page without deleted messages. Unchanged messages stay the same object, so they don't re-render. */
function reuseUnchanged(before: Conversation, page: readonly ChatMessage[]): ChatMessage[] {
  const known = new Map(before.messages.map((message) => [message.id, message]))
  return page
    .filter(({ id }) => !before.deletedIds.has(id))
    .map((message) => {
      const old = known.get(message.id)
      // Read never becomes unread, because the event may overtake the page.
      const isSame = old && old.ts === message.ts && (old.rd || !message.rd)
      return isSame && sameReactions(old, message) ? old : message
    })
}

const sameReactions = (one: ChatMessage, two: ChatMessage): boolean =>
  JSON.stringify(one.reactions) === JSON.stringify(two.reactions)

/** For the head of a conversation, in words with spaces: "Active 2 h ago". */
export function activeAgo(then: number, now: number): string {
  const ago = timeAgo(then, now)
  return ago.startsWith('<')
    ? 'Active just now'
    : `Active ${ago.replace('hr', 'h').replace(/^\d+/, (count) => `${count} `)}`
}
