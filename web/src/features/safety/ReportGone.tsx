import Flag from 'lucide-react/icons/flag'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button'

const ReportGoneDialogs = lazy(async () => ({
  default: (await import('./ReportGoneDialogs')).ReportGoneDialogs,
}))

/** Reports somebody who blocked the member, is deactivated or has left. */
export function ReportGone() {
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <Button tone="quiet" icon={Flag} className="justify-self-start" onClick={() => setOpen(true)}>
        Report someone I can no longer see
      </Button>
      {open !== undefined && (
        <Suspense>
          <ReportGoneDialogs open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
