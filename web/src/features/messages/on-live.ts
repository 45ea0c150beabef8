import { overviewText } from '@rosella/contract/messages/rules'
import type { CompactMessage } from '@rosella/contract/messages/shapes'
import type { ServerEvents } from '@rosella/contract/messages/socket'
import { inOverview, isUnread, type MessageOverview, partnerOf } from './overview'

/**
 * Applies live events to the overview. Invariant: a patched overview equals a refetched one, unless the patch says
 * that it is not exact.
 */

type NewMessages = Parameters<ServerEvents['newMessages']>[0]

/** `exact` is false if the result depends on messages that are not in the overview, so it must be refetched. */
export interface Patched {
  overview: MessageOverview
  exact: boolean
}

export function onNewMessages(before: MessageOverview, arrivals: NewMessages): MessageOverview {
  const arrived = new Set(arrivals.messages.map(({ id }) => id))
  const changed = new Set(arrivals.users.map(({ id }) => id))
  const messages = arrivals.messages.map((message) => ({ ...message, t: overviewText(message.t) }))
  return {
    m: inOverview([...before.m.filter(({ id }) => !arrived.has(id)), ...messages]),
    u: [...before.u.filter(({ id }) => !changed.has(id)), ...arrivals.users],
  }
}

export const onScamWarning = (
  before: MessageOverview,
  partnerId: number,
  shown: boolean,
  isAboutPictures: boolean,
): MessageOverview => ({
  ...before,
  u: before.u.map((user) =>
    user.id === partnerId ? { ...user, scam_warning: shown, pictures_warning: isAboutPictures } : user,
  ),
})

export const onReacted = (
  before: MessageOverview,
  { id, reactions }: Parameters<ServerEvents['reacted']>[0],
): MessageOverview => ({
  ...before,
  m: before.m.map((message) => {
    if (message.id !== id) return message
    const { reactions: _old, ...bare } = message
    return reactions.length > 0 ? { ...bare, reactions } : bare
  }),
})

/** If there are more unread messages than known ones, the messagesRead sent with it covers the rest. */
export const onMarkedRead = (before: MessageOverview, id: number): MessageOverview =>
  asRead(before, (message) => message.id === id)

export function onMessagesRead(
  before: MessageOverview,
  [sender, reader, upTo]: Parameters<ServerEvents['messagesRead']>,
): Patched {
  const overview = asRead(before, ({ id, s, r }) => s === sender && r === reader && id <= upTo)
  const partner = overview.u.find(({ id }) => id === sender)
  const left = unreadOf(overview, sender)
  if (!partner || partner.unread === left.length) return { overview, exact: true }
  // The overview has the newest unread messages, so if one of them was read, so were all older ones.
  const received = before.m.filter(({ s }) => s === sender)
  const isReached = received.some(({ id, rd }) => id <= upTo && !rd) || received.every(({ id }) => id <= upTo)
  return { overview: isReached ? withUnread(overview, sender, left.length) : overview, exact: isReached }
}

/** Not exact if an unknown older message takes the place of the deleted one. */
export function onDeleted(before: MessageOverview, id: number): Patched {
  const message = before.m.find((one) => one.id === id)
  if (!message) return { overview: before, exact: false }
  const partner = partnerOf(message)
  const wasUnread = isUnread(message)
  const isUnreadWhole =
    unreadOf(before, partner).length === before.u.find((user) => user.id === partner)?.unread
  const m = before.m.filter((one) => one !== message)
  const u = before.u.map((user) =>
    user.id === partner ? { ...user, ch: user.ch - 1, unread: user.unread - (wasUnread ? 1 : 0) } : user,
  )
  const known = m.filter((one) => partnerOf(one) === partner)
  const sameSide = known.filter(({ st }) => st === message.st)
  const isAllKnown = u.find((user) => user.id === partner)?.ch === known.length
  // Unread messages are the newest received ones, so the next newest is among them.
  const hasSuccessor = sameSide.some((one) => one.id > id || isUnread(one))
  return {
    overview: { m, u: u.filter((user) => user.id !== partner || known.length > 0 || !isAllKnown) },
    exact: isAllKnown || (hasSuccessor && (!wasUnread || isUnreadWhole)),
  }
}

const unreadOf = ({ m }: MessageOverview, partner: number): CompactMessage[] =>
  m.filter((message) => message.s === partner && isUnread(message))

const withUnread = (before: MessageOverview, partner: number, unread: number): MessageOverview => ({
  ...before,
  u: before.u.map((user) => (user.id === partner ? { ...user, unread } : user)),
})

function asRead(before: MessageOverview, isMeant: (message: CompactMessage) => boolean): MessageOverview {
  const read = before.m.filter((message) => !message.rd && isMeant(message))
  if (read.length === 0) return before
  const m = before.m.map((message) => (isMeant(message) ? { ...message, rd: true } : message))
  const readOf = (partner: number) => read.filter(({ s }) => s === partner).length
  return {
    m: inOverview(m),
    u: before.u.map((user) => {
      const count = readOf(user.id)
      return count === 0 ? user : { ...user, unread: Math.max(0, user.unread - count) }
    }),
  }
}
