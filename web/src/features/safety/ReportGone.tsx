import Flag from 'lucide-react/icons/flag'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { lazyOverlay } from '../../ui/lazy/LazyPart'

const ReportGoneDialogs = lazyOverlay(
  async () => (await import('./ReportGoneDialogs')).ReportGoneDialogs,
  ({ open, onClose }) => (open ? onClose : undefined),
)

/** Reports somebody who blocked the member, is deactivated or has left. */
export function ReportGone() {
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <Button tone="quiet" icon={Flag} className="justify-self-start" onClick={() => setOpen(true)}>
        Report someone I can no longer see
      </Button>
      {open !== undefined && <ReportGoneDialogs open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
