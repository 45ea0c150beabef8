import { Ban, EllipsisVertical, Flag } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { Menu } from '../../ui/Menu'
import { BlockDialog } from './BlockDialog'
import { ReportDialog } from './ReportDialog'

type SafetyProps = {
  member: { id: number; username: string }
  /** What one may be reported for, as the server has it. */
  reasons: string[]
  blocked: boolean
  reported: boolean
  onBlocked: () => void
  onReported: () => void
}

/** Block and report: behind three dots on a profile; reporting alone is left once the member is blocked. */
export function Safety({ member, reasons, blocked, reported, onBlocked, onReported }: SafetyProps) {
  const [open, setOpen] = useState<'block' | 'report' | null>(null)
  // A dialog tells that it closed a moment later, when the other one may be open already.
  const close = (which: 'block' | 'report') => setOpen((now) => (now === which ? null : now))
  return (
    <>
      {!blocked && (
        <Menu
          label="Block or report"
          className="grid size-11 shrink-0 place-items-center hover:bg-sunken"
          items={[
            {
              label: 'Block user',
              hint: 'You no longer see each other.',
              icon: Ban,
              onSelect: () => setOpen('block'),
            },
            {
              label: 'Report user',
              hint: 'Our team has a look. They are not told.',
              icon: Flag,
              onSelect: () => setOpen('report'),
            },
          ]}
        >
          <EllipsisVertical aria-hidden="true" />
        </Menu>
      )}
      {blocked && !reported && (
        <Button icon={Flag} onClick={() => setOpen('report')}>
          Report user
        </Button>
      )}
      <BlockDialog
        open={open === 'block'}
        onClose={() => close('block')}
        member={member}
        onBlocked={onBlocked}
      />
      <ReportDialog
        open={open === 'report'}
        onClose={(wasSent) => {
          close('report')
          if (wasSent) onReported()
        }}
        member={member}
        reasons={reasons}
        onBlock={blocked ? undefined : () => setOpen('block')}
      />
    </>
  )
}
