import { clientMessage } from '@rosella/contract/client-problems'
import { isUrlHash } from '@rosella/contract/member/rules'
import { MESSAGES_PAGE } from '@rosella/contract/messages/rules'
import { sentences } from '@rosella/contract/sentences'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Mailbox from 'lucide-react/icons/mailbox'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { call } from '../../platform/api'
import { onServerEvents, useSocket } from '../../platform/live/socket'
import { queryKeys } from '../../platform/query-keys'
import { refetchOutdated } from '../../platform/refetch-outdated'
import { isImpersonating, useSession } from '../../platform/session/session'
import { useTitle } from '../../platform/title'
import { showToast } from '../../platform/toast'
import { ButtonLink } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { Pager } from '../../ui/Pager'
import { Skeleton } from '../../ui/Skeleton'
import { Tabs } from '../../ui/Tabs'
import { useMedia } from '../../ui/use-media'
import { readOutbox, removeFromOutbox, removeStored, useUnsent } from './drafts'
import { MessageRow } from './MessageRow'
import {
  onDeleted,
  onMarkedRead,
  onMessagesRead,
  onNewMessages,
  onReacted,
  onScamWarning,
  type Patched,
} from './on-live'
import { type MessageOverview, type Row, rowsOf, type Tab, tabs, unreadCount } from './overview'
import { deleteMessage } from './use-conversation'
import '../../full-styles.css'
import { lazyOverlay } from '../../ui/lazy/LazyPart'

const DeleteMessage = lazyOverlay(
  async () => (await import('./DeleteMessage')).DeleteMessage,
  ({ onClose }) => onClose,
)

const RETRY_MS = 5000

/** The overview, kept up to date by live events. A failure to load is logged and retried. */
export function useOverview() {
  const cache = useQueryClient()
  const queryKey = queryKeys.messageOverview(useSession()?.id)
  const deletedIds = useRef(new Set<number>())
  const { data } = useQuery<MessageOverview>({
    queryKey,
    queryFn: async ({ signal }) => {
      try {
        return await call('GET /api/messages', {}, { signal })
      } catch (error) {
        if (!signal.aborted) console.warn('Error fetching messages:', error)
        throw error
      }
    },
    // Messages may have been sent and read elsewhere in the meantime.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
  })

  const refetch = () => refetchOutdated(cache, queryKey)
  function patch(step: (before: MessageOverview) => MessageOverview) {
    cache.setQueryData<MessageOverview>(queryKey, (before) => before && step(before))
    // A reply in flight may be older than this change.
    if (cache.isFetching({ queryKey }) > 0) void refetch()
  }
  function patchIfKnown(step: (before: MessageOverview) => Patched) {
    let isExact = true
    patch((before) => {
      const { overview, exact } = step(before)
      isExact = exact
      return overview
    })
    if (!isExact) void refetch()
  }
  function removeMessage(id: number) {
    if (deletedIds.current.has(id)) return
    deletedIds.current.add(id)
    patchIfKnown((before) => onDeleted(before, id))
  }

  const socket = useSocket((opened) => {
    // Events during the disconnection were missed.
    opened.on('connect', refetch)
    onServerEvents(opened, {
      refetch,
      newMessages: (arrivals) => patch((before) => onNewMessages(before, arrivals)),
      markedRead: (id) => patch((before) => onMarkedRead(before, id)),
      messagesRead: (...read) => patchIfKnown((before) => onMessagesRead(before, read)),
      scamWarning: (id, shown, isAboutPictures) =>
        patch((before) => onScamWarning(before, id, shown, isAboutPictures)),
      reacted: (change) => patch((before) => onReacted(before, change)),
      deleted: removeMessage,
      error: () => showToast('danger', clientMessage('socket.failed')),
      // These belong to a single conversation.
      messageHistory: null,
      receiveMessage: null,
      typing: null,
      contactChanged: null,
      date: null,
    })
  })

  async function remove(id: number) {
    await deleteMessage(socket, id)
    removeMessage(id)
  }
  return { overview: data, remove }
}

const labels: Record<Tab, string> = { unread: 'Unread', inbox: 'Inbox', sent: 'Sent' }

const emptyTabs: Record<Tab, { title: string; text: string }> = {
  unread: { title: sentences.noNewMessages, text: 'You’re all caught up.' },
  inbox: { title: sentences.noMessages, text: 'Your conversations appear here.' },
  sent: { title: sentences.noMessages, text: 'Messages you send appear here.' },
}

const address = (tab: Tab, page = 1, openHash?: string): string => {
  const search = new URLSearchParams()
  if (tab !== 'inbox') search.set('tab', tab)
  if (page > 1) search.set('p', String(page))
  if (openHash !== undefined) search.set('with', openHash)
  return `/messages${search.size > 0 ? `?${search}` : ''}`
}

/** Renders the conversation with the member of a `urlHash`. */
type Conversation = (urlHash: string) => ReactNode

export function MessagesScreen({ conversation }: { conversation: Conversation }) {
  useTitle('Messages')
  const [search] = useSearchParams()
  const isWide = useMedia('(min-width: 64rem)')
  // An impersonating admin can only read.
  const isBeside = isWide && !isImpersonating()
  const chosen = search.get('with') ?? ''
  const openHash = isUrlHash(chosen) ? chosen : undefined
  if (openHash !== undefined && !isBeside) return <Navigate to={`/${openHash}#messages`} replace />
  return (
    <>
      <MessagesScreenOverview isBeside={isBeside} openHash={openHash} />
      {isBeside && (
        <section
          aria-label="Conversation"
          data-chat-column="wide"
          className="fixed end-0 top-(--top-bar) bottom-0 w-(--chat-column) border-line border-s bg-sunken"
        >
          {openHash === undefined ? (
            <div className="grid h-full place-content-center">
              <EmptyState title="Choose a conversation" icon={MessagesSquare}>
                It opens here, next to your messages.
              </EmptyState>
            </div>
          ) : (
            conversation(openHash)
          )}
        </section>
      )}
    </>
  )
}

function MessagesScreenOverview({ isBeside, openHash }: { isBeside: boolean; openHash: string | undefined }) {
  const [search] = useSearchParams()
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'inbox'
  const { overview, remove } = useOverview()
  const unsent = useUnsent(isBeside ? openHash : undefined)
  useEffect(() => removeStored(overview?.m ?? []), [overview])
  const [asked, setAsked] = useState<Row>()
  const [removing, setRemoving] = useState<Row>()

  const rows = overview && rowsOf(overview, tab, openHash, unsent)
  const pages = Math.max(1, Math.ceil((rows?.length ?? 0) / MESSAGES_PAGE))
  const page = Math.min(Math.max(1, Math.floor(Number(search.get('p'))) || 1), pages)
  const shown = rows?.slice((page - 1) * MESSAGES_PAGE, page * MESSAGES_PAGE)

  async function removeLatest(row: Row) {
    const { message, partner } = row
    if (!message) {
      for (const item of readOutbox(partner.id)) removeFromOutbox(item)
      return
    }
    setRemoving(row)
    await remove(message.id).finally(() => setRemoving(undefined))
  }

  return (
    <div className="@container mx-auto flex w-full max-w-4xl flex-1 flex-col gap-6 px-4 py-6 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h1 className="text-4xl">Messages</h1>
        <Tabs
          label="Messages"
          tabs={tabs.map((one) => ({
            to: address(one, 1, openHash),
            label: labels[one],
            current: one === tab,
            ...(one === 'unread' && overview
              ? { count: unreadCount(overview), countLabel: 'unread conversations' }
              : {}),
          }))}
        />
      </div>
      {!shown ? (
        <RowSkeletons />
      ) : shown.length === 0 ? (
        <EmptyState
          title={emptyTabs[tab].title}
          icon={Mailbox}
          action={
            tab === 'unread' ? (
              <ButtonLink to={address('inbox', 1, openHash)}>Open Inbox</ButtonLink>
            ) : (
              <ButtonLink to="/">Browse members</ButtonLink>
            )
          }
        >
          {emptyTabs[tab].text}
        </EmptyState>
      ) : (
        <ul className="-mx-3 grid grid-cols-1 gap-1 @lg:-mx-4">
          {shown.map((row) => (
            <MessageRow
              key={row.partner.id}
              row={row}
              beside={isBeside ? address(tab, page, row.partner.uh) : undefined}
              isOpen={row.partner.uh === openHash}
              dimmed={removing?.partner.id === row.partner.id}
              onDelete={() => setAsked(row)}
            />
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} hrefFor={(number) => address(tab, number, openHash)} />
      {asked && (
        <DeleteMessage
          isOwn={asked.message?.st ?? true}
          isUnsent={!asked.message}
          partner={asked.partner.un}
          onDelete={() => removeLatest(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

const RowSkeletons = () => (
  <div className="grid gap-1">
    <p role="status" className="h-6 animate-late text-muted text-sm">
      {sentences.loading}
    </p>
    {['one', 'two', 'three', 'four', 'five'].map((place) => (
      <div key={place} aria-hidden="true" className="flex items-center gap-3 py-3 @lg:gap-5">
        <Skeleton className="petal-round size-16 shrink-0" />
        <div className="grid flex-1 gap-2.5">
          <Skeleton className="h-4.5 w-2/5 rounded-full" />
          <Skeleton className="h-3.5 w-3/5 rounded-full" />
          <Skeleton className="h-3.5 w-4/5 rounded-full" />
        </div>
      </div>
    ))}
  </div>
)
