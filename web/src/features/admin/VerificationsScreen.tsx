import type { AdminVerification } from '@rosella/contract/verification/moderation'
import { refusals } from '@rosella/contract/verification/rules'
import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '../../ui/EmptyState'
import { Skeleton } from '../../ui/Skeleton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { AdminPage } from './AdminPage'
import { Loaded } from './Loaded'
import { PHOTO_ADDRESSES_REFRESH_MS, useAdminAction, useAdminRead } from './use-admin'
import { useKeys, useKeysOn } from './use-keys'
import { VerificationControls } from './VerificationControls'
import { VerificationStage } from './VerificationStage'

/** Pictures of the camera beside the photos, one member after the other, decided by single keys. */
export function VerificationsScreen() {
  const read = useAdminRead(
    'GET /api/admin/verifications',
    {},
    { refetchInterval: PHOTO_ADDRESSES_REFRESH_MS },
  )
  return (
    <AdminPage
      title="Verifications"
      aside={read.data && read.data.items.length > 0 && `${read.data.items.length} waiting`}
    >
      <Loaded query={read} skeleton={<Skeleton className="petal h-[min(40rem,70dvh)]" />}>
        {({ items }) => <Desk items={items} />}
      </Loaded>
    </AdminPage>
  )
}

function Desk({ items }: { items: readonly AdminVerification[] }) {
  const [skipped, setSkipped] = useState<readonly number[]>([])
  const [said, setSaid] = useState('')
  const [keysOn, setKeysOn] = useKeysOn()
  const decision = useAdminAction('POST /api/admin/verification-decision')
  const mine = items.filter(({ own, first }) => !own && !first?.own)
  const [first] = [
    ...mine.filter(({ id }) => !skipped.includes(id)),
    ...mine.filter(({ id }) => skipped.includes(id)),
  ]
  const others = items.length - mine.length

  function decide(approved: boolean, reason?: (typeof refusals)[number]['key']) {
    if (!first || decision.isPending) return
    const name = first.username ?? 'no name'
    decision.mutate(
      { id: first.id, approved, ...(reason ? { reason } : {}) },
      {
        onSuccess: ({ waits }) =>
          setSaid(
            approved
              ? `Verified ${name}.`
              : waits
                ? `Noted. A second moderator looks at ${name} too.`
                : `Refused ${name}.`,
          ),
      },
    )
  }
  const acts = {
    approve: () => first && !first.photos_changed && decide(true),
    refuse: (key: (typeof refusals)[number]['key']) => decide(false, key),
    skip: () => first && setSkipped([...skipped.filter((id) => id !== first.id), first.id]),
  }
  const numbers = refusals.map(({ key }, n) => [String(n + 1), () => acts.refuse(key)] as const)
  useKeys({ a: acts.approve, s: acts.skip, ...Object.fromEntries(numbers) }, keysOn)

  return (
    <div className="grid flex-1 content-start gap-5 lg:grid-cols-[minmax(0,1fr)_17.5rem]">
      {first ? (
        <VerificationStage key={first.id} verification={first} />
      ) : (
        <EmptyState title="No pictures wait for you" icon={BadgeCheck}>
          {others > 0 ? 'The others are for a second moderator.' : 'New ones appear here by themselves.'}
        </EmptyState>
      )}
      <VerificationControls
        acts={acts}
        isIdle={!first || decision.isPending}
        mayApprove={first?.photos_changed === false}
        said={said}
        keysOn={keysOn}
        onKeysOn={setKeysOn}
      />
      <VisuallyHidden>
        <span role="status">
          {[said, first && `Pictures of ${first.username ?? 'no name'}`].filter(Boolean).join(' ')}
        </span>
      </VisuallyHidden>
    </div>
  )
}
