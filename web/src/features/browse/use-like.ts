import type { MemberCard } from '@rosella/contract/browse/shapes'
import { problems } from '@rosella/contract/problems'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Reply, saidOr } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { showToast } from '../../platform/toast'

type MemberList = Reply<'GET /api/users'>
type Change = (member: MemberCard) => Partial<MemberCard>

/** Sends a like from a list. The heart fills at once, in every list that shows the member, and empties when it fails. */
export function useLike() {
  const cache = useQueryClient()
  const change = (id: number, changed: Change) =>
    cache.setQueriesData<MemberList>({ queryKey: queryKeys.memberLists }, (list) =>
      list?.users.some((member) => member.id === id)
        ? {
            ...list,
            users: list.users.map((member) =>
              member.id === id ? { ...member, ...changed(member) } : member,
            ),
          }
        : list,
    )
  return useMutation({
    mutationFn: (id: number) => call('POST /api/user-action', { action: 'like', recipient_id: id }),
    onMutate: async (id) => {
      await cache.cancelQueries({ queryKey: queryKeys.memberLists })
      change(id, ({ received_like }) => ({ sent_like: true, matched: received_like }))
    },
    onSuccess: ({ sent_like, matched }, id) => {
      change(id, () => ({ sent_like, matched }))
      // Other lists and the profile are asked anew when they are opened; this one keeps its order.
      void cache.invalidateQueries({ queryKey: queryKeys.memberLists, refetchType: 'none' })
      void cache.invalidateQueries({ queryKey: queryKeys.profiles, refetchType: 'none' })
    },
    onError: (error, id) => {
      change(id, () => ({ sent_like: false, matched: false }))
      showToast('danger', saidOr(error, problems.generic[1]))
    },
  })
}
