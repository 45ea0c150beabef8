import { UNREAD_IN_OVERVIEW } from '@rosella/contract/messages/rules'
import type { CompactMessage, Partner } from '@rosella/contract/messages/shapes'
import type { StoredPartner, Unsent } from './drafts'

/**
 * For each partner the newest received, the newest sent and the 100 newest unread received messages, newest first.
 * The partner has the total number of unread messages.
 */
export interface MessageOverview {
  m: readonly CompactMessage[]
  u: readonly Partner[]
}

export const tabs = ['unread', 'inbox', 'sent'] as const
export type Tab = (typeof tabs)[number]

/** A conversation. Before a first message is sent, only the stored part of the partner is known. */
export type Row = { unsent: Unsent | undefined } & (
  | { message: CompactMessage; partner: Partner }
  | { message: undefined; partner: StoredPartner }
)

export const partnerOf = ({ st, s, r }: CompactMessage): number => (st ? r : s)
export const isUnread = ({ st, rd }: CompactMessage): boolean => !st && !rd

const belongs: Record<Tab, (message: CompactMessage) => boolean> = {
  unread: isUnread,
  inbox: () => true,
  sent: ({ st }) => st,
}

/** Conversations with unread messages, as the bars count them. */
export const unreadCount = ({ u }: MessageOverview): number => u.filter(({ unread }) => unread > 0).length

const nothingUnsent: ReadonlyMap<number, Unsent> = new Map()

/**
 * One row per partner with the latest message of the tab. The inbox has every conversation by its last activity, also
 * those of which only an unsent message exists. The open conversation stays in Unread although opening it reads it, so
 * that its row does not vanish under the pointer.
 */
export function rowsOf(
  { m, u }: MessageOverview,
  tab: Tab,
  openHash?: string,
  unsent = nothingUnsent,
): Row[] {
  const partners = new Map(u.map((user) => [user.id, user]))
  const rows = new Map<number, Row>()
  for (const message of m) {
    const id = partnerOf(message)
    const partner = partners.get(id)
    const isKept = tab === 'unread' && partner?.uh === openHash && !message.st
    if (partner && !rows.has(id) && (isKept || belongs[tab](message)))
      rows.set(id, { message, partner, unsent: unsent.get(id) })
  }
  if (tab !== 'inbox') return [...rows.values()]
  for (const [id, one] of unsent) {
    if (one.state === 'not-sent' && one.partner && !rows.has(id))
      rows.set(id, { message: undefined, partner: one.partner, unsent: one })
  }
  return [...rows.values()].toSorted((one, other) => activityOf(other) - activityOf(one))
}

export const activityOf = ({ message, unsent }: Row): number =>
  Math.max(message?.tu ?? 0, Math.floor(unsent?.ts ?? 0))

/** Keeps only the messages that belong in an overview, newest first. */
export function inOverview(messages: readonly CompactMessage[]): CompactMessage[] {
  const sides = new Map<string, { unread: number }>()
  return messages
    .toSorted((a, b) => b.id - a.id)
    .filter((message) => {
      const key = `${message.st} ${partnerOf(message)}`
      const before = sides.get(key)
      const side = before ?? { unread: 0 }
      sides.set(key, side)
      if (isUnread(message)) side.unread++
      return !before || (isUnread(message) && side.unread <= UNREAD_IN_OVERVIEW)
    })
}
