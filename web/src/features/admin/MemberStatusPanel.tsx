import type { AdminMember } from '@rosella/contract/admin/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/Button'
import { Tag } from '../../ui/Tag'
import { statusLook } from './case-words'
import { MemberStatusDialog, type StatusChange } from './MemberStatusDialog'
import { Facts, Panel } from './Panel'
import { date } from './when'

/** Whether the member may use the site, why not, and an admin's own word on it. */
export function MemberStatusPanel({ member, isSelf }: { member: AdminMember; isSelf: boolean }) {
  const [step, setStep] = useState<StatusChange | null>(null)
  const { status, status_reason, status_until_ts, status_report_id } = member
  const { label, tone } = statusLook(status)
  const isOut = status === memberStatus.suspended || status === memberStatus.banned
  return (
    <Panel title="Status" aside={<Tag tone={tone}>{label}</Tag>}>
      {isOut && (
        <Facts
          facts={[
            ['Reason', status_reason ?? 'None was given'],
            [
              'Until',
              status === memberStatus.suspended &&
                (status_until_ts === null ? 'An admin lifts it' : date(status_until_ts)),
            ],
            [
              'From',
              status_report_id !== null && (
                <Link key="case" to={`/admin/reports/${status_report_id}`} className="underline">
                  Case {status_report_id}
                </Link>
              ),
            ],
          ]}
        />
      )}
      {isSelf ? (
        <p className="text-muted">This is you. Nobody changes their own status; another admin can.</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {isOut && <Button onClick={() => setStep('lift')}>Lift…</Button>}
          <Button tone="quiet" onClick={() => setStep('suspend')}>
            {status === memberStatus.suspended ? 'Change the suspension…' : 'Suspend…'}
          </Button>
          {status !== memberStatus.banned && (
            <Button tone="quiet" onClick={() => setStep('ban')}>
              Ban…
            </Button>
          )}
        </div>
      )}
      {step && <MemberStatusDialog step={step} member={member} onClose={() => setStep(null)} />}
    </Panel>
  )
}
