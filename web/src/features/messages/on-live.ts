import type { CompactMessage } from '@rosella/contract/messages/shapes'
import type { ServerEvents } from '@rosella/contract/messages/socket'
import { inOverview, type Overview, partnerOf } from './overview'

/**
 * What the live events do to the overview. The law: patching the old one gives what fetching the new one would,
 * except where a patch says that it cannot know.
 */

type NewMessages = Parameters<ServerEvents['newMessages']>[0]

export function onNewMessages(before: Overview, arrivals: NewMessages): Overview {
  const arrived = new Set(arrivals.messages.map(({ id }) => id))
  const changed = new Set(arrivals.users.map(({ id }) => id))
  return {
    m: inOverview([...before.m.filter(({ id }) => !arrived.has(id)), ...arrivals.messages]),
    u: [...before.u.filter(({ id }) => !changed.has(id)), ...arrivals.users],
  }
}

export const onMarkedRead = (before: Overview, id: number): Overview =>
  asRead(before, (message) => message.id === id)

export const onMessagesRead = (
  before: Overview,
  [sender, reader, upTo]: Parameters<ServerEvents['messagesRead']>,
): Overview => asRead(before, ({ id, s, r }) => s === sender && r === reader && id <= upTo)

/** `exact` is false when an older message, which the overview did not hold, takes the place of the deleted one. */
export function onDeleted(before: Overview, id: number): { overview: Overview; exact: boolean } {
  const message = before.m.find((one) => one.id === id)
  if (!message) return { overview: before, exact: false }
  const partner = partnerOf(message)
  const m = before.m.filter((one) => one !== message)
  const u = before.u.map((user) => (user.id === partner ? { ...user, ch: user.ch - 1 } : user))
  const known = m.filter((one) => partnerOf(one) === partner)
  const sameSide = known.filter(({ st }) => st === message.st)
  const isAllKnown = u.find((user) => user.id === partner)?.ch === known.length
  // What is unread is the end of what was received: the next newest is among it.
  const hasSuccessor = sameSide.some((one) => one.id > id || (!one.st && !one.rd))
  return {
    overview: { m, u: u.filter((user) => user.id !== partner || known.length > 0 || !isAllKnown) },
    exact: isAllKnown || hasSuccessor,
  }
}

function asRead(before: Overview, isMeant: (message: CompactMessage) => boolean): Overview {
  if (!before.m.some((message) => !message.rd && isMeant(message))) return before
  const m = before.m.map((message) => (isMeant(message) ? { ...message, rd: true } : message))
  return { ...before, m: inOverview(m) }
}
