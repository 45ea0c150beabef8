import { countryName } from '@rosella/contract/places/countries'
import type { LocationValue } from '@rosella/contract/places/shapes'
import { problems } from '@rosella/contract/problems'
import { LocateFixed, MapPin } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { detectCity } from '../../platform/places'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { CardPreview } from './CardPreview'
import type { Draft } from './draft'
import { LocationPicker, locationOf } from './LocationPicker'
import { StepFrame } from './StepFrame'

type LocationStepProps = {
  draft: Draft
  onChange: (home: LocationValue | null) => void
  /** Creates the account; what it rejects with is told here. */
  onSubmit: () => Promise<void>
}

type Way = 'asking' | 'detecting' | 'detected' | 'failed' | 'by-hand'

export function LocationStep({ draft, onChange, onSubmit }: LocationStepProps) {
  const { home } = draft
  const [way, setWay] = useState<Way>(home ? 'detected' : 'asking')
  const section = useRef<HTMLElement>(null)
  useFocusOnWay(way, section)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function detect() {
    setWay('detecting')
    try {
      onChange(locationOf(await detectCity()))
      setWay('detected')
    } catch {
      setWay('failed')
    }
  }

  async function submit() {
    setProblem(undefined)
    setSending(true)
    try {
      await onSubmit()
    } catch (error) {
      setProblem((error as Error).message)
      setSending(false)
    }
  }

  return (
    <StepFrame
      heading="Step 2 of 3"
      lead="Where do you live?"
      current={1}
      aside={<CardPreview draft={draft} />}
    >
      <div className="grid gap-8">
        <section ref={section} className="petal grid gap-6 bg-surface p-5 inset-ring inset-ring-line sm:p-8">
          {(way === 'asking' || way === 'detecting') && (
            <Explanation
              detecting={way === 'detecting'}
              onDetect={() => void detect()}
              onChoose={() => setWay('by-hand')}
            />
          )}
          {way === 'detected' && home && <Found home={home} onEdit={() => setWay('by-hand')} />}
          {(way === 'by-hand' || way === 'failed') && (
            <>
              <h2 tabIndex={-1} className="text-2xl">
                Choose your city
              </h2>
              <LocationPicker value={home} onChange={onChange} />
              <p className="text-muted text-sm">
                Not in the list? Choose the nearest one. You can change it later.
              </p>
            </>
          )}
        </section>
        {problem && <Alert>{problem}</Alert>}
        <div>
          <Button
            tone="affection"
            size="large"
            disabled={!home}
            pending={sending}
            reason={home ? '' : problems['signup.city'][1]}
            onClick={() => void submit()}
          >
            Continue
          </Button>
        </div>
      </div>
      <Dialog
        open={way === 'failed'}
        onClose={() => setWay('by-hand')}
        title="Your location"
        size="small"
        role="alertdialog"
        actions={
          <Button data-autofocus onClick={() => setWay('by-hand')}>
            OK
          </Button>
        }
      >
        <p>{problems['place.unknown'][1]}</p>
      </Dialog>
    </StepFrame>
  )
}

/** The button that was pressed is gone with its question; the answer's heading takes the focus. */
function useFocusOnWay(way: Way, section: RefObject<HTMLElement | null>): void {
  const before = useRef(way)
  useEffect(() => {
    if (before.current === way) return
    before.current = way
    if (way === 'detected' || way === 'by-hand') section.current?.querySelector('h2')?.focus()
  }, [way, section])
}

type ExplanationProps = { detecting: boolean; onDetect: () => void; onChoose: () => void }

/** Said before the browser asks, so that its question comes as no surprise. */
function Explanation({ detecting, onDetect, onChoose }: ExplanationProps) {
  return (
    <>
      <div className="flex items-start gap-5">
        <Pin />
        <div>
          <h2 className="text-2xl">Find my city</h2>
          <p className="mt-2 text-muted">
            Your browser will ask whether we may know where you are. We use the position once to find your
            city and do not keep it. Others only ever see the city.
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button icon={LocateFixed} onClick={onDetect} pending={detecting}>
          Use my location
        </Button>
        <Button tone="quiet" onClick={onChoose} disabled={detecting}>
          Choose it myself
        </Button>
      </div>
    </>
  )
}

function Found({ home, onEdit }: { home: LocationValue; onEdit: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-5">
      <Pin />
      <div className="min-w-0 flex-1 basis-40">
        <h2 tabIndex={-1} className="text-2xl">
          {home.city}
        </h2>
        <p className="text-muted">{countryName(home.countryCode)}</p>
      </div>
      <Button tone="quiet" onClick={onEdit}>
        Change
      </Button>
    </div>
  )
}

function Pin() {
  return (
    <span
      aria-hidden="true"
      className="petal-round grid size-16 shrink-0 place-items-center bg-wattle-soft text-on-wattle-soft max-sm:size-12"
    >
      <MapPin className="size-8 max-sm:size-6" strokeWidth={1.75} />
    </span>
  )
}
