import { sentences } from '@rosella/contract/sentences'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { call } from '../../platform/api'
import { queryClient, useSettled } from '../../platform/query'
import { queryKeys } from '../../platform/query-keys'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/forms/Field'
import { Select } from '../../ui/forms/Select'
import { Avatar } from '../../ui/member/Avatar'
import { Dialog } from '../../ui/overlays/Dialog'
import { Spinner } from '../../ui/Spinner'
import { Tag } from '../../ui/Tag'
import { contactMonths, goneFirst, type PastContact } from './past-contacts'
import { ReportDialog } from './ReportDialog'

const SHOWN = 12

type FindContactDialogProps = {
  open: boolean
  onClose: () => void
  onChoose: (contact: PastContact) => void
}

export function FindContactDialog({ open, onClose, onChoose }: FindContactDialogProps) {
  const [name, setName] = useState('')
  const [month, setMonth] = useState('')
  const q = useSettled(name.trim())
  const contacts = useInfiniteQuery(
    {
      queryKey: queryKeys.pastContacts(q, month),
      queryFn: ({ signal, pageParam }) =>
        call(
          'GET /api/past-contacts',
          { p: pageParam, ...(q && { q }), ...(month && { month }) },
          { signal },
        ),
      initialPageParam: 1,
      getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
      staleTime: 0,
      placeholderData: keepPreviousData,
    },
    queryClient,
  )
  const found = contacts.data?.pages.flatMap(({ items }) => goneFirst(items))
  const isEveryone = q === '' && month === ''
  return (
    <Dialog open={open} onClose={onClose} title="Report someone I can no longer see">
      <div className="grid gap-5">
        <p className="text-muted">
          Everyone you had contact with in the last 180 days. We don’t say whether someone blocked you or
          left.
        </p>
        {isEveryone && found?.length === 0 && !contacts.isPlaceholderData ? (
          <p className="font-semibold">You haven’t had contact with anyone yet.</p>
        ) : (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="First name"
              autoComplete="off"
              maxLength={50}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <Select
              label="Month of the contact"
              placeholder="Any month"
              options={contactMonths(Math.floor(Date.now() / 1000))}
              value={month}
              onChange={({ target }) => setMonth(target.value)}
            />
          </div>
        )}
        {contacts.error ? (
          <Alert
            action={
              <Button tone="quiet" pending={contacts.isFetching} onClick={() => void contacts.refetch()}>
                Try again
              </Button>
            }
          >
            {contacts.error.message}
          </Alert>
        ) : found ? (
          <Found
            key={`${q} ${month}`}
            contacts={found}
            onChoose={onChoose}
            onMore={contacts.hasNextPage ? () => void contacts.fetchNextPage() : undefined}
            isLoading={contacts.isFetchingNextPage}
            isEmpty={!isEveryone && found.length === 0}
          />
        ) : (
          <p className="grid h-40 place-items-center">
            <Spinner label={sentences.loading} />
          </p>
        )}
      </div>
    </Dialog>
  )
}

type FoundProps = Pick<FindContactDialogProps, 'onChoose'> & {
  contacts: PastContact[]
  /** Loads the next page, if there is one. */
  onMore: (() => void) | undefined
  isLoading: boolean
  isEmpty: boolean
}

function Found({ contacts, onChoose, onMore, isLoading, isEmpty }: FoundProps) {
  const [shown, setShown] = useState(SHOWN)
  function showMore() {
    if (shown + SHOWN > contacts.length) onMore?.()
    setShown(shown + SHOWN)
  }
  return (
    <>
      <p role="status" className="text-muted text-sm empty:-mb-5">
        {isEmpty && 'Nobody found. Try fewer letters, or any month.'}
      </p>
      <ul aria-label="Past contacts" className="grid gap-2">
        {contacts.slice(0, shown).map((contact) => (
          <li key={contact.ref}>
            <button
              type="button"
              onClick={() => onChoose(contact)}
              className="petal-md flex min-h-14 w-full items-center gap-4 bg-surface px-4 py-2.5 text-start inset-ring inset-ring-line transition hover:bg-sunken"
            >
              <Avatar name={contact.username} photo={null} />
              <span className="grid min-w-0 flex-1">
                <bdi className="font-semibold">{contact.username}</bdi>
                <span className="text-muted text-sm">Last contact: {longDate(contact.last_ts)}</span>
                {contact.gone && <Tag className="mt-1 justify-self-start">No longer visible</Tag>}
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
            </button>
          </li>
        ))}
      </ul>
      {(contacts.length > shown || onMore) && (
        <Button tone="quiet" className="justify-self-center" onClick={showMore} pending={isLoading}>
          Show more
        </Button>
      )}
    </>
  )
}

const longDate = (ts: number): string =>
  new Date(ts * 1000).toLocaleDateString('en-AU', { dateStyle: 'long' })

type ReportGoneDialogsProps = { open: boolean; onClose: () => void }

/** First choose the person, then fill in the usual form. */
export function ReportGoneDialogs({ open, onClose }: ReportGoneDialogsProps) {
  const [chosen, setChosen] = useState<PastContact>()
  const [reporting, setReporting] = useState(false)
  const reasons = useQuery(
    {
      queryKey: queryKeys.reportReasons,
      queryFn: ({ signal }) => call('GET /api/settings', { settings: 'report_reasons' }, { signal }),
    },
    // Passed explicitly, because the safety page is outside the members' area.
    queryClient,
  )

  return (
    <>
      <FindContactDialog
        open={open}
        onClose={onClose}
        onChoose={(contact) => {
          onClose()
          setChosen(contact)
          setReporting(true)
        }}
      />
      {chosen && (
        <ReportDialog
          key={chosen.ref}
          open={reporting}
          onClose={(wasSent) => {
            setReporting(false)
            if (wasSent) void queryClient.invalidateQueries({ queryKey: queryKeys.ownReports })
          }}
          username={chosen.username}
          about={{ ref: chosen.ref }}
          reasons={reasons.data?.report_reasons ?? []}
        />
      )}
    </>
  )
}
