import { sentences } from '@rosella/contract/sentences'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/Button'
import { lazyPart } from '../../../ui/lazy/LazyPart'
import { Dialog } from '../../../ui/overlays/Dialog'
import { Spinner } from '../../../ui/Spinner'

const PreferencesForm = lazyPart(async () => (await import('./PreferencesForm')).PreferencesForm)

/** An optional step at the end of sign-up. */
export function PreferencesOffer() {
  const [open, setOpen] = useState(false)
  return (
    <div className="grid justify-items-center gap-2">
      <Button tone="quiet" icon={SlidersHorizontal} onClick={() => setOpen(true)}>
        Choose who I meet
      </Button>
      <p className="text-muted text-sm">Age, distance and what matters to you. Only you can see this.</p>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Preferences"
        actions={<Button onClick={() => setOpen(false)}>Done</Button>}
      >
        <div className="grid gap-6 text-start">
          <p className="text-muted">
            You only see people who match your preferences and whose preferences you match. You can change
            yours in your settings at any time.
          </p>
          <Suspense fallback={<Spinner label={sentences.loading} />}>
            <PreferencesForm />
          </Suspense>
        </div>
      </Dialog>
    </div>
  )
}
