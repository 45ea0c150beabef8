import type { AdminMember } from '@rosella/contract/admin/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { VenetianMask } from 'lucide-react'
import { useState } from 'react'
import { startImpersonating } from '../../platform/session'
import { Button } from '../../ui/Button'
import { ConfirmDialog } from '../../ui/ConfirmDialog'
import { firstMissing } from '../../ui/first-missing'
import { memberName } from './case-words'
import { Panel } from './Panel'
import { useAdminAction } from './use-admin'

/** The site as the member sees it, for an hour. */
export function ActAsPanel({ member, isSelf }: { member: AdminMember; isSelf: boolean }) {
  const [asking, setAsking] = useState(false)
  const impersonate = useAdminAction('POST /api/admin/impersonate', { refusedHere: true })
  const name = memberName(member)
  const canLogIn = member.status === memberStatus.active || member.status === memberStatus.unfinished

  function ask() {
    impersonate.reset()
    setAsking(true)
  }

  return (
    <Panel title="Act as this member">
      <p className="text-muted">To see what they see when they ask for help.</p>
      <Button
        tone="quiet"
        icon={VenetianMask}
        className="justify-self-start"
        missing={firstMissing([!isSelf, 'This is you.'], [canLogIn, 'Only who can log in can be acted as.'])}
        onClick={ask}
      >
        Act as this member…
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => impersonate.mutate({ id: member.id }, { onSuccess: startImpersonating })}
        title={`Act as ${name}?`}
        confirmLabel={`Act as ${name}`}
        tone="ink"
        pending={impersonate.isPending}
        error={impersonate.error?.message}
      >
        <ul className="grid list-disc gap-1.5 ps-5">
          <li>For an hour you see the site as {name}. ‘Back to Admin’ brings you back here.</li>
          <li>Nothing you look at leaves a trace: no view, no read mark, nobody seems online.</li>
          <li>
            You cannot like, send roses or messages, report, or change the password, the email or the account.
          </li>
          <li>Profile, photos, favourites and blocks can be changed, and are theirs.</li>
          <li>That you did it stays in the audit log.</li>
        </ul>
      </ConfirmDialog>
    </Panel>
  )
}
