import { sentences } from '@rosella/contract/sentences'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import HeartOff from 'lucide-react/icons/heart-off'
import { useEffect, useRef, useState } from 'react'
import { call, type Reply } from '../../platform/api'
import { forgetPass } from '../../platform/gestures/pending'
import { queryKeys } from '../../platform/query-keys'
import { TimeAgo } from '../../platform/TimeAgo'
import { showToast } from '../../platform/toast'
import { EmptyState } from '../../ui/EmptyState'
import { SettingsCard } from '../../ui/SettingsCard'
import { LoadFailed } from './LoadFailed'
import { PeoplePager, PeopleSkeleton, PersonRow, usePageNumber } from './PersonRow'

type NotInterested = Reply<'GET /api/not-interested'>
type Item = NotInterested['items'][number]

export function NotInterestedSection() {
  const page = usePageNumber()
  const list = useQuery({
    queryKey: queryKeys.notInterested(page),
    queryFn: ({ signal }) => call('GET /api/not-interested', { p: page }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return (
    <SettingsCard title="Not interested">
      <p className="text-muted">
        These people don’t appear in your lists and searches, and your conversations with them have ended.
        Undo brings everything back.
      </p>
      {list.data ? (
        <>
          {list.isPlaceholderData ? <PeopleSkeleton /> : <Items items={list.data.items} page={page} />}
          <PeoplePager page={page} pages={list.data.pages} section="not-interested" />
        </>
      ) : list.error ? (
        <LoadFailed query={list} />
      ) : (
        <PeopleSkeleton />
      )}
    </SettingsCard>
  )
}

function Items({ items, page }: { items: Item[]; page: number }) {
  const list = useRef<HTMLDivElement>(null)
  const [undone, setUndone] = useState(0)
  const undo = useUndo(page, () => setUndone((count) => count + 1))

  // The focused button is gone with its row.
  useEffect(() => {
    if (undone > 0) list.current?.focus()
  }, [undone])

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {items.length === 0 ? (
        <EmptyState title="Nobody here" icon={HeartOff}>
          To add someone, choose “Not interested” on their profile or in the menu of your conversation.
        </EmptyState>
      ) : (
        <ul aria-label="Not interested" className="grid gap-3">
          {items.map(({ id, username, ts }) => (
            <PersonRow
              key={id}
              name={username}
              note={<TimeAgo at={ts * 1000} />}
              action="Undo"
              actionLabel={`Undo for ${username}`}
              pending={undo.isPending && undo.variables === id}
              onAction={() => undo.mutate(id)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function useUndo(page: number, onUndone: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      call('POST /api/user-action', { action: 'interested-again', recipient_id: id }),
    onSuccess: (_state, id) => {
      cache.setQueryData<NotInterested>(
        queryKeys.notInterested(page),
        (list) => list && { ...list, items: list.items.filter((item) => item.id !== id) },
      )
      forgetPass(id)
      // The member is back in lists, profiles and conversations.
      void cache.invalidateQueries()
      showToast('success', sentences.saved)
      onUndone()
    },
    onError: (error) => showToast('danger', error.message),
  })
}
