import type { ChatMessage, Reaction } from '@rosella/contract/messages/shapes'
import type { HistoryPage } from '@rosella/contract/messages/socket'

/** What was written here and is not yet known to be stored. */
export type Outgoing = { client_id: string; text: string; ts: number; sure?: boolean } & (
  | { state: 'pending' }
  /** No answer came; whether it was stored is not known, so it is sent again under the same client_id. */
  | { state: 'failed'; why: string }
)

export interface Conversation {
  link: 'opening' | 'open' | 'lost'
  /** unknown until the first page; then whether older messages wait, or have been asked for. */
  history: 'unknown' | 'more' | 'asked' | 'complete'
  /** What is stored, oldest first, without gaps up to the newest. */
  messages: readonly ChatMessage[]
  outgoing: readonly Outgoing[]
  /** The newest id when the newest page was last asked for: what is newer may be missing in the answer. */
  asked: number
  /** Deleted while we looked: a page read a moment before must not bring them back. */
  gone: ReadonlySet<number>
  /** The last message that came in live, to be read aloud. */
  heard: ChatMessage | undefined
  /** The other is typing. */
  typing: boolean
  /** What the other said last, live, to a message without words. */
  answered: Reaction['emoji'] | undefined
}

export type Change =
  | { type: 'connected' }
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
  | { type: 'stored'; client_id: string; message: ChatMessage }
  | { type: 'withdrawn'; client_id: string }
  | { type: 'unanswered'; client_id: string; why: string }

export const opening = (outgoing: readonly Outgoing[]): Conversation => ({
  link: 'opening',
  history: 'unknown',
  messages: [],
  outgoing,
  asked: 0,
  gone: new Set(),
  heard: undefined,
  typing: false,
  answered: undefined,
})

/** Everything that can happen to a conversation, as a pure step from one to the next. */
export function changeConversation(before: Conversation, change: Change): Conversation {
  switch (change.type) {
    case 'connected':
      return { ...before, link: 'open', outgoing: before.outgoing.map(asPending) }
    case 'disconnected':
      return { ...notAsked(before), link: 'lost', typing: false }
    case 'asked-newest':
      return { ...before, asked: newestId(before) }
    case 'asked-older':
      return { ...before, history: 'asked' }
    case 'refused-older':
      return notAsked(before)
    case 'page':
      return change.page.before_id === undefined
        ? withNewestPage(before, change.messages, change.page.more)
        : withOlderPage(before, change.messages, change.page)
    case 'received':
      return {
        ...withMessage(before, change.message),
        heard: change.message,
        typing: false,
        answered: undefined,
      }
    case 'read': {
      const { sender, reader, upTo } = change
      const isMeant = ({ id, sender_id, receiver_id, rd }: ChatMessage) =>
        !rd && id <= upTo && sender_id === sender && receiver_id === reader
      if (!before.messages.some(isMeant)) return before
      return { ...before, messages: before.messages.map((m) => (isMeant(m) ? { ...m, rd: true } : m)) }
    }
    case 'deleted':
      return {
        ...before,
        gone: new Set(before.gone).add(change.id),
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
    case 'stored':
      return withMessage({ ...before, outgoing: without(before.outgoing, change.client_id) }, change.message)
    case 'withdrawn':
      return { ...before, outgoing: without(before.outgoing, change.client_id) }
    case 'unanswered':
      return {
        ...before,
        outgoing: before.outgoing.map((item) =>
          item.client_id === change.client_id ? { ...item, state: 'failed', why: change.why } : item,
        ),
      }
  }
}

function withReactions(
  before: Conversation,
  { id, reactions, partnerId }: Extract<Change, { type: 'reacted' }>,
): Conversation {
  const said = (of: readonly Reaction[] | undefined) => of?.find(({ by }) => by === partnerId)?.emoji
  const old = before.messages.find((message) => message.id === id)
  if (!old) return before
  const { reactions: _old, ...bare } = old
  const message = reactions.length > 0 ? { ...bare, reactions } : bare
  const isNew = said(reactions) !== undefined && said(reactions) !== said(old.reactions)
  return {
    ...before,
    messages: before.messages.map((one) => (one === old ? message : one)),
    ...(isNew ? { answered: said(reactions), heard: undefined } : {}),
  }
}

const notAsked = (before: Conversation): Conversation =>
  before.history === 'asked' ? { ...before, history: 'more' } : before
const newestId = ({ messages }: Conversation): number => messages.at(-1)?.id ?? 0
const asPending = ({ client_id, text, ts }: Outgoing): Outgoing => ({ client_id, text, ts, state: 'pending' })
const without = (items: readonly Outgoing[], clientId: string) =>
  items.filter(({ client_id }) => client_id !== clientId)

function withMessage(before: Conversation, message: ChatMessage): Conversation {
  if (before.gone.has(message.id) || before.messages.some(({ id }) => id === message.id)) return before
  const place = before.messages.findLastIndex(({ id }) => id < message.id) + 1
  return { ...before, messages: before.messages.toSpliced(place, 0, message) }
}

/** What the page shows is the truth from its first message on; what came live since it was asked for stays. */
function withNewestPage(before: Conversation, page: readonly ChatMessage[], more: boolean): Conversation {
  const first = page[0]?.id ?? Number.POSITIVE_INFINITY
  const last = page.at(-1)?.id ?? 0
  // Away for longer than a page: what was known would stand above a gap, and is asked for again by scrolling.
  const older =
    more && newestId(before) >= first ? before.messages.filter(({ id }) => id < first) : ([] as const)
  const since = before.messages.filter(({ id }) => id > last && id > before.asked)
  return {
    ...before,
    history: older.length > 0 ? before.history : more ? 'more' : 'complete',
    messages: [...older, ...familiar(before, page), ...since],
  }
}

function withOlderPage(
  before: Conversation,
  page: readonly ChatMessage[],
  { before_id, more }: HistoryPage,
): Conversation {
  // Asked before the conversation jumped to a newer page.
  if (before_id !== before.messages[0]?.id) return before
  return {
    ...before,
    history: more ? 'more' : 'complete',
    messages: [...familiar(before, page), ...before.messages],
  }
}

/** The page without what has been deleted; what has not changed stays the same object and is not drawn again. */
function familiar(before: Conversation, page: readonly ChatMessage[]): ChatMessage[] {
  const known = new Map(before.messages.map((message) => [message.id, message]))
  return page
    .filter(({ id }) => !before.gone.has(id))
    .map((message) => {
      const old = known.get(message.id)
      // Read never becomes unread: the event may have been faster than the page.
      const isSame = old && old.ts === message.ts && (old.rd || !message.rd)
      return isSame && sameReactions(old, message) ? old : message
    })
}

const sameReactions = (one: ChatMessage, two: ChatMessage): boolean =>
  JSON.stringify(one.reactions) === JSON.stringify(two.reactions)
