import type { Reply } from '../../platform/api'

export type MemberList = Reply<'GET /api/users'>

/** The list in its old order, with up-to-date cards. */
export function inOldOrder(left: MemberList, now: MemberList): MemberList {
  const known = new Map(now.users.map((member) => [member.id, member]))
  return { ...left, pages: now.pages, users: left.users.map((member) => known.get(member.id) ?? member) }
}

/** Whether the members or their order changed. */
export const hasMoved = (left: MemberList, now: MemberList): boolean =>
  left.users.length !== now.users.length || left.users.some(({ id }, place) => now.users[place]?.id !== id)
