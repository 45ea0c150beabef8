import type { Partner } from '@rosella/contract/messages/shapes'
import type { ConnectionRegistry } from '../../platform/connection-registry'
import type { LiveSocket } from '../../platform/live/socket'
import type { LiveEvent } from '../../platform/ports/event-bus'
import { inBatches } from '../../platform/timing'
import { findDateEvent } from '../dates/index'
import type { Deps } from './deps'
import { chatMessage, compactMessage, presentPartner, reactionsOf } from './present'
import { findMessages, findPartners, findReceipts, findVisible, type ViewerPair } from './queries'

type MessageEvent = Extract<LiveEvent, { kind: `message.${string}` }>

/** A socket of this process. */
export interface LocalSocket {
  socket: LiveSocket
  /** The partner whose conversation it shows, if it shows one. */
  partner: number | undefined
  /** Ids sent through this socket that the bus has not returned yet. Only the member's other sockets get the event. */
  sent: Set<number>
}

/** Pushes message events of all processes to the sockets of this one, rendered for each viewer. */
export function pushMessageEvents(deps: Deps, locals: ConnectionRegistry<LocalSocket>): () => void {
  const refetch = (id: number) => {
    for (const { socket } of locals.of(id)) socket.emit('refetch')
  }
  const pushContactChange = (id: number, other: number) => {
    for (const { socket, partner } of locals.of(id)) {
      socket.emit('refetch')
      if (partner === other) socket.emit('contactChanged', other)
    }
  }
  const add = inBatches<MessageEvent>((events) =>
    push(deps, locals, events).catch((err) => {
      deps.log.warn({ err }, 'message events were not pushed')
      const concerned = new Set(events.flatMap(membersOf))
      for (const id of concerned) refetch(id)
    }),
  )
  const pushDate = async (id: number, memberId: number) => {
    const date = await findDateEvent(deps.db, id, memberId, deps.clock.now())
    if (!date) return
    for (const { socket, partner } of locals.of(memberId))
      if (partner === undefined || partner === date.partner_id) socket.emit('date', date)
  }
  const stop = deps.bus.subscribe((event) => {
    if (event.kind === 'date.changed') {
      for (const memberId of event.members) {
        if (!locals.has(memberId)) continue
        pushDate(event.id, memberId).catch((err) => {
          deps.log.warn({ err }, 'a date was not pushed')
          refetch(memberId)
        })
      }
    }
    // Whole conversations are gone, so fetching the rest is quicker than patching.
    if (event.kind === 'member.erased') for (const id of event.known) refetch(id)
    // Only the member who blocked gets this, because the other must not notice.
    if (event.kind === 'block.changed') {
      for (const { socket, partner } of locals.of(event.from))
        if (partner === undefined) socket.emit('refetch')
    }
    if (event.kind === 'interest.changed') {
      pushContactChange(event.from, event.to)
      if (event.ended) pushContactChange(event.to, event.from)
    }
    if (event.kind === 'typing.noted') {
      for (const { socket, partner } of locals.of(event.to))
        if (partner === undefined || partner === event.from) socket.emit('typing', event.from)
    }
    if (isMessageEvent(event) && membersOf(event).some((id) => locals.has(id))) add(event)
  })
  const stopGap = deps.bus.onGap(() => {
    for (const { socket } of locals.all()) socket.emit('refetch')
  })
  return () => {
    stop()
    stopGap()
  }
}

/** Events whose row has to be looked up. */
const isAboutRow = (event: MessageEvent) => event.kind === 'message.sent' || event.kind === 'message.reacted'
const isMessageEvent = (event: LiveEvent): event is MessageEvent => event.kind.startsWith('message.')

function membersOf(event: MessageEvent): number[] {
  switch (event.kind) {
    case 'message.read':
      return [event.reader, event.sender]
    case 'message.removed':
      return [event.by]
    case 'message.sent':
    case 'message.deleted':
    case 'message.reacted':
    case 'message.warned':
      return [event.from, event.to]
  }
}

/** A few queries for the whole batch, then the events in order. */
async function push(
  deps: Deps,
  locals: ConnectionRegistry<LocalSocket>,
  events: MessageEvent[],
): Promise<void> {
  const now = deps.clock.now()
  const sent = events.filter((event) => event.kind === 'message.sent')
  // The socket that sent it has its acknowledgement, so only the member's other sockets get the event.
  const elsewhere = new Map(
    sent.map(({ id, from }) => [id, [...locals.of(from)].filter((local) => !local.sent.delete(id))]),
  )
  const isPushed = (event: MessageEvent, me: number): boolean =>
    event.kind === 'message.sent' && event.from === me
      ? elsewhere.get(event.id)?.length !== 0
      : locals.has(me)
  const viewerPairs = events.flatMap((event) => viewerPairsOf(event).filter(({ me }) => isPushed(event, me)))
  const writers = events.flatMap((event) => writersOf(event).filter((id) => isPushed(event, id)))
  // Only the list shows details of the partner.
  const hasList = ({ me }: ViewerPair) => [...locals.of(me)].some(({ partner }) => partner === undefined)
  const pairs = unique(viewerPairs)
  const [messages, partners, visible, receipts] = await Promise.all([
    findMessages(
      deps.db,
      events.filter(isAboutRow).map(({ id }) => id),
    ),
    findPartners(deps.db, pairs.filter(hasList)),
    findVisible(
      deps.db,
      pairs.filter((pair) => !hasList(pair)),
    ),
    findReceipts(deps.db, [...new Set(writers)], now),
  ])
  const seen = new Map<string, Partner | undefined>([
    ...visible.map((pair) => [keyOf(pair), undefined] as const),
    ...partners.map((row) => [keyOf(row), presentPartner(row, now)] as const),
  ])
  const toSockets = (me: number, other: number, emit: (local: LocalSocket) => void) => {
    if (seen.has(keyOf({ me, other }))) for (const local of locals.of(me)) emit(local)
  }

  for (const event of events) {
    switch (event.kind) {
      case 'message.sent': {
        const row = messages.get(event.id)
        if (!row) break
        const news = (me: number, other: number) => {
          const user = seen.get(keyOf({ me, other }))
          const message = compactMessage(row, { id: me, receipts: receipts.has(me) })
          return { messages: [message], users: user ? [user] : [] }
        }
        toSockets(event.to, event.from, ({ socket, partner }) => {
          if (partner === undefined || partner === event.from)
            socket.emit('receiveMessage', chatMessage(row, { id: event.to, receipts: false }))
          // For the list; the socket of a conversation gets receiveMessage.
          if (partner === undefined) socket.emit('newMessages', news(event.to, event.from))
        })
        if (seen.has(keyOf({ me: event.from, other: event.to })))
          for (const { socket } of elsewhere.get(event.id) ?? [])
            socket.emit('newMessages', news(event.from, event.to))
        break
      }
      case 'message.read': {
        const { ids, reader, sender } = event
        const read = (other: number) => (local: LocalSocket) => {
          for (const id of ids) local.socket.emit('markedRead', id)
          if (local.partner === undefined || local.partner === other)
            local.socket.emit('messagesRead', sender, reader, ids.at(-1) ?? 0)
        }
        toSockets(reader, sender, read(sender))
        if (receipts.has(sender)) toSockets(sender, reader, read(reader))
        break
      }
      case 'message.deleted':
        toSockets(event.from, event.to, ({ socket }) => socket.emit('deleted', event.id))
        toSockets(event.to, event.from, ({ socket }) => socket.emit('deleted', event.id))
        break
      case 'message.reacted': {
        const row = messages.get(event.id)
        if (!row) break
        const change = { id: row.id, reactions: reactionsOf(row) }
        const reacted =
          (other: number) =>
          ({ socket, partner }: LocalSocket) => {
            if (partner === undefined || partner === other) socket.emit('reacted', change)
          }
        toSockets(event.from, event.to, reacted(event.to))
        if (!row.removed_by_receiver) toSockets(event.to, event.from, reacted(event.from))
        break
      }
      case 'message.warned':
        toSockets(event.to, event.from, ({ socket, partner }) => {
          if (partner === undefined || partner === event.from)
            socket.emit('scamWarning', event.from, event.shown, event.pictures ?? false)
        })
        break
      case 'message.removed':
        for (const { socket } of locals.of(event.by)) socket.emit('deleted', event.id)
        break
    }
  }
}

/** Members who may be shown that their messages were read. */
function writersOf(event: MessageEvent): number[] {
  if (event.kind === 'message.sent') return [event.from]
  return event.kind === 'message.read' ? [event.sender] : []
}

/** The pairs whose visibility decides who gets the event: blocked and inactive members see nothing of each other. */
function viewerPairsOf(event: MessageEvent): ViewerPair[] {
  const [one, two] = membersOf(event)
  if (one === undefined || two === undefined) return []
  return [
    { me: one, other: two },
    { me: two, other: one },
  ]
}

const keyOf = ({ me, other }: ViewerPair): string => `${me} ${other}`
const unique = (viewerPairs: ViewerPair[]): ViewerPair[] => [
  ...new Map(viewerPairs.map((pair) => [keyOf(pair), pair])).values(),
]
