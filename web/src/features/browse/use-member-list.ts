import type { ListFilter } from '@rosella/contract/browse/rules'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { call, type Reply } from '../../platform/api'
import { usePreloaded } from '../../platform/preloaded'
import { queryKeys } from '../../platform/query-keys'
import { hasMoved, inOldOrder } from './steady-list'

type MemberList = Reply<'GET /api/users'>

/** Longer than an evening's conversation: whoever comes back from one finds the list as they left it. */
const KEPT_MS = 3_600_000

/**
 * One page of a list. Who comes back to it finds it in the order they left it in, and is offered what came since: it
 * would move what they are about to click. A list that is gone to is the newest.
 */
export function useMemberList(filter: ListFilter, page: number) {
  const queryKey = queryKeys.memberList(filter, page)
  const cache = useQueryClient()
  const { key } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const isPreloaded = usePreloaded('GET /api/users', { filter, p: page }, queryKey)
  const asLeft = () => ({ key, list: isReturn ? cache.getQueryData<MemberList>(queryKey) : undefined })
  const [left, setLeft] = useState(isPreloaded ? { key, list: undefined } : asLeft)
  if (left.key !== key) setLeft(asLeft())
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/users', { filter, p: page }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  })
  const { data } = list
  // Favourites change by nobody's hand but their owner's, and then at once.
  const before = filter === 'favorites' ? undefined : left.list
  return {
    ...list,
    isPreloaded,
    data: data && before ? inOldOrder(before, data) : data,
    isMoved: data !== undefined && before !== undefined && hasMoved(before, data),
    showNewest: () => setLeft({ key, list: undefined }),
  }
}
