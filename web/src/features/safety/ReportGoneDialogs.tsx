import { sentences } from '@rosella/contract/sentences'
import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { call } from '../../platform/api'
import { queryClient } from '../../platform/query'
import { queryKeys } from '../../platform/query-keys'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/forms/Field'
import { Select } from '../../ui/forms/Select'
import { Avatar } from '../../ui/member/Avatar'
import { Dialog } from '../../ui/overlays/Dialog'
import { Spinner } from '../../ui/Spinner'
import { Tag } from '../../ui/Tag'
import { findContacts, monthsOf, type PastContact } from './past-contacts'
import { ReportDialog } from './ReportDialog'

/** If there are more, the member narrows them down by name. */
const SHOWN = 12

type FindContactDialogProps = {
  open: boolean
  onClose: () => void
  onChoose: (contact: PastContact) => void
}

export function FindContactDialog({ open, onClose, onChoose }: FindContactDialogProps) {
  const contacts = useQuery(
    {
      queryKey: queryKeys.pastContacts,
      queryFn: ({ signal }) => call('GET /api/past-contacts', {}, { signal }),
      staleTime: 0,
    },
    queryClient,
  )
  return (
    <Dialog open={open} onClose={onClose} title="Report someone I can no longer see">
      <div className="grid gap-5">
        <p className="text-muted">
          Everyone you had contact with in the last 180 days. We don’t say whether someone blocked you or
          left.
        </p>
        {contacts.data ? (
          <Finder contacts={contacts.data.items} onChoose={onChoose} />
        ) : contacts.error ? (
          <Alert
            action={
              <Button tone="quiet" onClick={() => void contacts.refetch()}>
                Try again
              </Button>
            }
          >
            {contacts.error.message}
          </Alert>
        ) : (
          <p className="grid h-40 place-items-center">
            <Spinner label={sentences.loading} />
          </p>
        )}
      </div>
    </Dialog>
  )
}

type FinderProps = Pick<FindContactDialogProps, 'onChoose'> & { contacts: PastContact[] }

function Finder({ contacts, onChoose }: FinderProps) {
  const [name, setName] = useState('')
  const [month, setMonth] = useState('')
  const found = findContacts(contacts, { name, month })
  if (contacts.length === 0) return <p className="font-semibold">You haven’t had contact with anyone yet.</p>
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="First name"
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Select
          label="Month of the contact"
          placeholder="Any month"
          options={monthsOf(contacts).map((label) => ({ value: label, label }))}
          value={month}
          onChange={({ target }) => setMonth(target.value)}
        />
      </div>
      <p role="status" className="text-muted text-sm">
        {found.length === 0
          ? 'Nobody found. Try fewer letters, or any month.'
          : found.length > SHOWN &&
            `Showing the first ${SHOWN} of ${found.length}. Type a first name to find the others.`}
      </p>
      <ul aria-label="Past contacts" className="grid gap-2">
        {found.slice(0, SHOWN).map((contact) => (
          <li key={contact.ref}>
            <button
              type="button"
              onClick={() => onChoose(contact)}
              className="petal-md flex min-h-14 w-full items-center gap-4 bg-surface px-4 py-2.5 text-start inset-ring inset-ring-line transition hover:bg-sunken"
            >
              <Avatar name={contact.username} photo={null} />
              <span className="grid min-w-0 flex-1">
                <span className="font-semibold">{contact.username}</span>
                <span className="text-muted text-sm">Last contact: {longDate(contact.last_ts)}</span>
                {contact.gone && <Tag className="mt-1 justify-self-start">No longer visible</Tag>}
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
            </button>
          </li>
        ))}
      </ul>
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
