import type { UserSummary } from '@rosella/contract/messages/shapes'
import { sentences } from '@rosella/contract/sentences'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useEffect, useRef, useState } from 'react'
import { call, type Reply, serverMessageOr } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { TimeAgo } from '../../platform/TimeAgo'
import { showToast } from '../../platform/toast'
import { EmptyState } from '../../ui/EmptyState'
import { SettingsCard } from '../../ui/SettingsCard'
import { LoadFailed } from './LoadFailed'
import { PeoplePager, PeopleSkeleton, PersonRow, usePageNumber } from './PersonRow'

export function BlockedSection() {
  const page = usePageNumber()
  const blocked = useQuery({
    queryKey: queryKeys.blockedUsers(page),
    queryFn: ({ signal }) => call('GET /api/blocked-users', { p: page }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return (
    <SettingsCard title="Blocked Users">
      <p className="text-muted">
        You and the members you block can’t see each other’s profile or contact each other. They aren’t
        notified. Unblocking brings everything back as it was.
      </p>
      {blocked.data ? (
        <>
          {blocked.isPlaceholderData ? (
            <PeopleSkeleton />
          ) : (
            <BlockedList members={blocked.data.u} page={page} />
          )}
          <PeoplePager page={page} pages={blocked.data.pages} section="blocked-users" />
        </>
      ) : blocked.error ? (
        <LoadFailed
          query={blocked}
          message={serverMessageOr(blocked.error, 'An error occurred while fetching blocked users.')}
        />
      ) : (
        <PeopleSkeleton />
      )}
    </SettingsCard>
  )
}

function BlockedList({ members, page }: { members: UserSummary[]; page: number }) {
  const list = useRef<HTMLDivElement>(null)
  const [unblocked, setUnblocked] = useState(0)
  const unblock = useUnblock(page, () => setUnblocked((count) => count + 1))

  // The focused button is gone with its row.
  useEffect(() => {
    if (unblocked > 0) list.current?.focus()
  }, [unblocked])

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {members.length === 0 ? (
        <EmptyState title="Nobody is blocked" icon={ShieldCheck}>
          To block a member, open their profile and choose “Block user” from the menu.
        </EmptyState>
      ) : (
        <ul aria-label="Blocked users" className="grid gap-3">
          {members.map(({ id, un, ts }) => (
            <PersonRow
              key={id}
              name={un}
              note={<>blocked {ts !== undefined && <TimeAgo at={ts * 1000} />}</>}
              action="Unblock"
              actionLabel={`Unblock ${un}`}
              pending={unblock.isPending && unblock.variables === id}
              onAction={() => unblock.mutate(id)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function useUnblock(page: number, onUnblocked: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call('POST /api/user-action', { action: 'unblock', recipient_id: id }),
    onSuccess: (_state, id) => {
      cache.setQueryData<Reply<'GET /api/blocked-users'>>(
        queryKeys.blockedUsers(page),
        (list) => list && { ...list, u: list.u.filter((member) => member.id !== id) },
      )
      // The member is back in lists, profiles and conversations.
      void cache.invalidateQueries()
      showToast('success', sentences.unblocked)
      onUnblocked()
    },
    onError: (error) => showToast('danger', serverMessageOr(error, 'Failed to unblock user')),
  })
}
