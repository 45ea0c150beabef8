import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

type Users = { users: { id: number }[] }

/** Longer than an evening's conversation, after which the list should still be as the member left it. */
export const LIST_CACHE_MS = 3_600_000

/** The list in its old order, with up-to-date cards. */
export function inOldOrder<L extends Users>(left: L, now: L): L {
  const known = new Map(now.users.map((member) => [member.id, member]))
  return { ...now, users: left.users.map((member) => known.get(member.id) ?? member) }
}

/** Whether the members or their order changed, apart from new ones at the end, which move nobody. */
export const hasMoved = (left: Users, now: Users): boolean =>
  left.users.some(({ id }, place) => now.users[place]?.id !== id)

const isLonger = (left: Users, now: Users): boolean =>
  now.users.length > left.users.length && !hasMoved(left, now)

/** The order in which each history entry last showed its list. The cache may have a newer one. */
const orders = new Map<string, number[]>()

function asLeftAt<L extends Users>(key: string, list: L): L {
  const known = new Map(list.users.map((member) => [member.id, member]))
  const order = orders.get(key) ?? [...known.keys()]
  return { ...list, users: order.flatMap((id) => known.get(id) ?? []) }
}

/**
 * Keeps the order in which a list was first shown, because reordering would move the card that the member is about to
 * click: live events, focus and reconnects only update the cards and offer the newest. Back and forward show the list as
 * it was left, and any other navigation shows the newest list.
 */
export function useStableOrder<L extends Users>(
  { data, dataUpdatedAt, isPlaceholderData, isFetching }: UseQueryResult<L>,
  queryKey: QueryKey,
) {
  // Memoising would only add code.
  'use no memo'
  const cache = useQueryClient()
  const { key } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const asLeft = () => {
    const cached = isReturn ? cache.getQueryData<L>(queryKey) : undefined
    return { key, since: Date.now(), list: cached && asLeftAt(key, cached) }
  }
  const [first, setFirst] = useState(asLeft)
  // An older list from the cache is only shown until the newest arrives.
  const isNewest = !isPlaceholderData && (!isFetching || dataUpdatedAt >= first.since)
  if (first.key !== key) setFirst(asLeft())
  // A list that was reset, for example by a pause, is no longer the one that the member left.
  else if (first.list && !data) setFirst({ ...first, list: undefined })
  else if (data && isNewest && (!first.list || isLonger(first.list, data))) setFirst({ ...first, list: data })
  // In an empty list, nothing can move.
  const before = first.key === key && first.list && first.list.users.length > 0 ? first.list : undefined
  useEffect(() => {
    if (before)
      orders.set(
        key,
        before.users.map(({ id }) => id),
      )
  }, [key, before])
  const moved = data && before && hasMoved(before, data) ? data : undefined
  return {
    data: moved && before ? inOldOrder(before, moved) : data,
    /** The newest list, if its members or their order differ from those on screen. */
    moved,
    /** Takes out a member that the viewer has removed from the list. */
    drop: (id: number) =>
      setFirst(({ list, ...rest }) => ({
        ...rest,
        list: list && { ...list, users: list.users.filter((member) => member.id !== id) },
      })),
    showNewest: () => setFirst({ key, since: 0, list: undefined }),
  }
}
