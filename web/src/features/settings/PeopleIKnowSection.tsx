import { clientMessage } from '@rosella/contract/client-problems'
import { sentences } from '@rosella/contract/sentences'
import { PEOPLE_I_KNOW_MAX } from '@rosella/contract/settings/rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Reply } from '../../platform/api'
import { queryKeys } from '../../platform/query-keys'
import { showToast } from '../../platform/toast'
import { Button } from '../../ui/Button'
import { TextArea } from '../../ui/forms/TextArea'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog'
import { SettingsCard } from '../../ui/SettingsCard'
import { Skeleton } from '../../ui/Skeleton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { LoadFailed } from './LoadFailed'
import { checkAddresses, pastedAddresses } from './pasted-addresses'

type Known = Reply<'GET /api/people-i-know'>

const countAddresses = (count: number): string =>
  `${count.toLocaleString('en-AU')} ${count === 1 ? 'address' : 'addresses'}`

/** Addresses to hide from. They can't be read back, so only their number is shown. */
export function PeopleIKnowSection() {
  const known = useQuery({
    queryKey: queryKeys.peopleIKnow,
    queryFn: ({ signal }) => call('GET /api/people-i-know', {}, { signal }),
    staleTime: 0,
  })
  return (
    <>
      <SettingsCard title="People I know">
        <p className="text-muted">
          Add the email addresses of people you don’t want to meet here, such as an ex, family or colleagues.
          Anyone with one of these addresses, now or later, won’t see you anywhere. You can still see them, so
          nothing here reveals whether an address has an account.
        </p>
        <AddAddresses />
      </SettingsCard>
      <SettingsCard title="Your list">
        {known.data ? (
          <KnownCount count={known.data.count} />
        ) : known.error ? (
          <LoadFailed query={known} />
        ) : (
          <div>
            <VisuallyHidden>{sentences.loading}</VisuallyHidden>
            <Skeleton className="h-12 rounded-full" />
          </div>
        )}
      </SettingsCard>
    </>
  )
}

function AddAddresses() {
  const storeCount = useStoreCount()
  const [text, setText] = useState('')
  const addresses = pastedAddresses(text)
  const checked = checkAddresses(addresses)
  const [touched, setTouched] = useState(false)
  const add = useMutation({
    mutationFn: () => call('POST /api/people-i-know', { addresses }),
    onSuccess: (known) => {
      storeCount(known)
      setText('')
      setTouched(false)
      showToast('success', sentences.saved)
    },
  })
  const refused = add.error?.message
  // No error while the member is still typing.
  const problem = !checked.ok && touched ? clientMessage(checked.code, checked.values) : undefined

  return (
    <form
      noValidate
      aria-label="Add people I know"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setTouched(true)
        if (checked.ok && addresses.length > 0 && !add.isPending) add.mutate()
      }}
    >
      <TextArea
        label="Email addresses"
        hint={`Paste or type up to ${PEOPLE_I_KNOW_MAX}, separated by spaces, commas or lines.`}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={problem ?? refused}
        onBlur={() => setTouched(true)}
        onChange={({ target }) => {
          setText(target.value)
          setTouched(false)
          add.reset()
        }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" pending={add.isPending} disabled={addresses.length === 0}>
          Add
        </Button>
        <p role="status" className="text-muted text-sm tabular-nums">
          {addresses.length > 0 && countAddresses(addresses.length)}
        </p>
      </div>
    </form>
  )
}

function KnownCount({ count }: { count: number }) {
  const storeCount = useStoreCount()
  const [asking, setAsking] = useState(false)
  const clear = useMutation({
    mutationFn: () => call('POST /api/people-i-know-clear', {}),
    onSuccess: (known) => {
      storeCount(known)
      setAsking(false)
    },
  })
  return (
    <>
      <p role="status" className="font-semibold text-lg">
        {count === 0 ? 'You aren’t hiding from anyone yet.' : `You’re hiding from ${countAddresses(count)}.`}
      </p>
      <p className="text-muted">
        We only store a code computed from each address with a secret key. Nobody can read the addresses back,
        not even us, so we can’t show them here.
      </p>
      {count > 0 && (
        <div>
          <Button tone="quiet" onClick={() => setAsking(true)}>
            Remove all
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        title="Remove all?"
        confirmLabel="Remove all"
        pending={clear.isPending}
        error={clear.error?.message}
        onClose={() => setAsking(false)}
        onConfirm={() => clear.mutate()}
      >
        Everyone with one of these addresses may see you again. You can’t remove single addresses, because
        nobody can tell which is which.
      </ConfirmDialog>
    </>
  )
}

function useStoreCount() {
  const cache = useQueryClient()
  return (known: Known) => cache.setQueryData<Known>(queryKeys.peopleIKnow, known)
}
