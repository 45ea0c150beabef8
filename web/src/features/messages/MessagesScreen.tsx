import { MESSAGES_PAGE } from '@rosella/contract/messages/rules'
import { sentences } from '@rosella/contract/sentences'
import { Mailbox } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTitle } from '../../platform/title'
import { ButtonLink } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { EmptyState } from '../../ui/EmptyState'
import { Pager } from '../../ui/Pager'
import { Skeleton } from '../../ui/Skeleton'
import { Tabs } from '../../ui/Tabs'
import { MessageRow } from './MessageRow'
import { type Row, rowsOf, type Tab, tabs, unreadCount } from './overview'
import { useOverview } from './use-overview'

const labels: Record<Tab, string> = { unread: 'Unread', inbox: 'Inbox', sent: 'Sent' }

const nothing: Record<Tab, { title: string; words: string }> = {
  unread: { title: sentences.noNewMessages, words: 'You have read everything there is.' },
  inbox: { title: sentences.noMessages, words: 'What others write to you will be here.' },
  sent: { title: sentences.noMessages, words: 'What you write to others will be here.' },
}

const tabHref = (tab: Tab, page = 1): string => {
  const search = new URLSearchParams()
  if (tab !== 'unread') search.set('tab', tab)
  if (page > 1) search.set('p', String(page))
  return `/messages${search.size > 0 ? `?${search}` : ''}`
}

export function MessagesScreen() {
  useTitle('Messages')
  const [search] = useSearchParams()
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'unread'
  const { overview, remove } = useOverview()
  const [asked, setAsked] = useState<Row>()

  const rows = overview && rowsOf(overview, tab)
  const pages = Math.max(1, Math.ceil((rows?.length ?? 0) / MESSAGES_PAGE))
  const page = Math.min(Math.max(1, Math.floor(Number(search.get('p'))) || 1), pages)
  const shown = rows?.slice((page - 1) * MESSAGES_PAGE, page * MESSAGES_PAGE)

  function close() {
    setAsked(undefined)
    remove.reset()
  }

  return (
    <div className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-6 px-4 py-6 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h1 className="text-4xl">Messages</h1>
        <Tabs
          label="Messages"
          tabs={tabs.map((one) => ({
            to: tabHref(one),
            label: labels[one],
            current: one === tab,
            ...(one === 'unread' && overview
              ? { count: unreadCount(overview), countLabel: 'unread messages' }
              : {}),
          }))}
        />
      </div>
      {!shown ? (
        <RowSkeletons />
      ) : shown.length === 0 ? (
        <EmptyState
          title={nothing[tab].title}
          icon={Mailbox}
          action={
            tab === 'unread' ? (
              <ButtonLink to={tabHref('inbox')}>Open Inbox</ButtonLink>
            ) : (
              <ButtonLink to="/">Browse members</ButtonLink>
            )
          }
        >
          {nothing[tab].words}
        </EmptyState>
      ) : (
        <ul className="-mx-3 grid grid-cols-1 gap-1 sm:-mx-4">
          {shown.map((row) => (
            <MessageRow
              key={row.partner.id}
              row={row}
              dimmed={remove.isPending && remove.variables === row.message.id}
              onDelete={() => setAsked(row)}
            />
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} hrefFor={(number) => tabHref(tab, number)} />
      <ConfirmDialog
        open={asked !== undefined}
        title="Delete message"
        confirmLabel={asked?.message.st ? 'Delete' : 'Remove'}
        pending={remove.isPending}
        error={remove.error?.message}
        onClose={close}
        onConfirm={() => asked && remove.mutate(asked.message.id, { onSuccess: close })}
      >
        <p>Are you sure?</p>
        <p className="mt-1 text-muted text-sm">
          {asked?.message.st
            ? `It disappears for you and for ${asked.partner.un}. For 90 days it is held encrypted, readable by nobody, and opened only if ${asked.partner.un} reports you.`
            : `It disappears for you only.`}
        </p>
      </ConfirmDialog>
    </div>
  )
}

const RowSkeletons = () => (
  <div className="grid gap-1">
    <p role="status" className="h-6 animate-late text-muted text-sm">
      {sentences.loading}
    </p>
    {['one', 'two', 'three', 'four', 'five'].map((place) => (
      <div key={place} aria-hidden="true" className="flex items-center gap-3 py-3 sm:gap-5">
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
