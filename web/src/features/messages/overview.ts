import type { CompactMessage, UserSummary } from '@rosella/contract/messages/shapes'

/** For each partner the newest received, the newest sent and all unread received messages, newest first. */
export interface Overview {
  m: readonly CompactMessage[]
  u: readonly UserSummary[]
}

export const tabs = ['unread', 'inbox', 'sent'] as const
export type Tab = (typeof tabs)[number]

export interface Row {
  message: CompactMessage
  partner: UserSummary
}

export const partnerOf = ({ st, s, r }: CompactMessage): number => (st ? r : s)
const isUnread = ({ st, rd }: CompactMessage): boolean => !st && !rd

const belongs: Record<Tab, (message: CompactMessage) => boolean> = {
  unread: isUnread,
  inbox: ({ st }) => !st,
  sent: ({ st }) => st,
}

/** Received messages not read. */
export const unreadCount = ({ m }: Overview): number => m.filter(isUnread).length

/** One row per partner with the latest message that belongs to the tab. */
export function rowsOf({ m, u }: Overview, tab: Tab): Row[] {
  const partners = new Map(u.map((user) => [user.id, user]))
  const rows = new Map<number, Row>()
  for (const message of m) {
    const id = partnerOf(message)
    const partner = partners.get(id)
    if (partner && !rows.has(id) && belongs[tab](message)) rows.set(id, { message, partner })
  }
  return [...rows.values()]
}

/** What an overview holds, out of everything known, in its order. */
export function inOverview(messages: readonly CompactMessage[]): CompactMessage[] {
  const seen = new Set<string>()
  return messages
    .toSorted((a, b) => b.id - a.id)
    .filter((message) => {
      const side = `${message.st} ${partnerOf(message)}`
      const isNewest = !seen.has(side)
      seen.add(side)
      return isNewest || isUnread(message)
    })
}
