import { sentences } from '@rosella/contract/sentences'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/overlays/Dialog'
import { Spinner } from '../../../ui/Spinner'

const PreferencesForm = lazy(async () => ({ default: (await import('./PreferencesForm')).PreferencesForm }))

/** At the end of sign-up: whoever wants may say now whom they hope to meet, or go on. */
export function PreferencesOffer() {
  const [open, setOpen] = useState(false)
  return (
    <div className="grid justify-items-center gap-2">
      <Button tone="quiet" icon={SlidersHorizontal} onClick={() => setOpen(true)}>
        Choose whom I meet
      </Button>
      <p className="text-muted text-sm">Age, distance and what matters to you. Only you ever see it.</p>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Preferences"
        actions={<Button onClick={() => setOpen(false)}>Done</Button>}
      >
        <div className="grid gap-6 text-start">
          <p className="text-muted">
            You see people matching your preferences, and only those whose own preferences take you in. You
            can change them in the settings at any time.
          </p>
          <Suspense fallback={<Spinner label={sentences.loading} />}>
            <PreferencesForm />
          </Suspense>
        </div>
      </Dialog>
    </div>
  )
}
