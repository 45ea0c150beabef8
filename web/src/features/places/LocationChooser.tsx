import { clientMessage } from '@rosella/contract/client-problems'
import { countryName } from '@rosella/contract/places/country-name'
import type { LocationValue } from '@rosella/contract/places/shapes'
import LocateFixed from 'lucide-react/icons/locate-fixed'
import MapPin from 'lucide-react/icons/map-pin'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { detectCity, type LocationControlProps } from '../../platform/places'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/overlays/Dialog'
import { LocationPicker, locationOf } from './LocationPicker'

type Way = 'asking' | 'detecting' | 'detected' | 'failed' | 'by-hand'
type Level = NonNullable<LocationControlProps['level']>

/** The member's city, detected from the browser's location or chosen by hand. Used by sign-up and /edit. */
export function LocationChooser({ value, onChange, level = 'h2' }: LocationControlProps) {
  const [way, setWay] = useState<Way>(value ? 'detected' : 'asking')
  // After a detection, Change offers the list instead of detecting again.
  const [hasDetected, setHasDetected] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useFocusOnWay(way, place)
  const Heading = level

  const search = useRef(0)

  async function detect() {
    const own = ++search.current
    setWay('detecting')
    setHasDetected(true)
    const found = await detectCity().catch(() => undefined)
    // Permission prompts can stay open for long, so ignore the result if the member has chosen by hand meanwhile.
    if (own !== search.current) return
    if (found) onChange(locationOf(found))
    setWay(found ? 'detected' : 'failed')
  }

  function chooseByHand() {
    search.current++
    setWay('by-hand')
  }

  return (
    <div ref={place} className="grid gap-6">
      {(way === 'asking' || way === 'detecting') && (
        <Explanation
          level={level}
          detecting={way === 'detecting'}
          onDetect={() => void detect()}
          onChoose={chooseByHand}
        />
      )}
      {way === 'detected' && value && (
        <Found level={level} home={value} onEdit={() => setWay(hasDetected ? 'by-hand' : 'asking')} />
      )}
      {(way === 'by-hand' || way === 'failed') && (
        <>
          <Heading tabIndex={-1} className={headingLook[level]}>
            Choose your city
          </Heading>
          <LocationPicker value={value} onChange={onChange} />
          <p className="text-muted text-sm">
            Not in the list? Choose the nearest one. You can change it later.
          </p>
        </>
      )}
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
        <p>{clientMessage('place.unknown')}</p>
      </Dialog>
    </div>
  )
}

const headingLook: Record<Level, string> = { h2: 'text-2xl', h3: 'text-xl' }

/** Focuses the new heading, because the button that was pressed is gone. */
function useFocusOnWay(way: Way, place: RefObject<HTMLElement | null>): void {
  const before = useRef(way)
  useEffect(() => {
    if (before.current === way) return
    before.current = way
    if (way !== 'detecting' && way !== 'failed') place.current?.querySelector<HTMLElement>('h2, h3')?.focus()
  }, [way, place])
}

type ExplanationProps = { level: Level; detecting: boolean; onDetect: () => void; onChoose: () => void }

/** Prepares the member for the browser's permission prompt. */
function Explanation({ level: Heading, detecting, onDetect, onChoose }: ExplanationProps) {
  return (
    <>
      <div className="flex items-start gap-5">
        <Pin />
        <div>
          <Heading tabIndex={-1} className={headingLook[Heading]}>
            Find my city
          </Heading>
          <p className="mt-2 text-muted">
            Your browser will ask to share your location. We use it once to find your city and don’t store it.
            Others only ever see the city.
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button icon={LocateFixed} onClick={onDetect} pending={detecting}>
          Use my location
        </Button>
        <Button tone="quiet" onClick={onChoose}>
          Choose it myself
        </Button>
      </div>
    </>
  )
}

function Found({ level: Heading, home, onEdit }: { level: Level; home: LocationValue; onEdit: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-5">
      <Pin />
      <div className="min-w-0 flex-1 basis-40">
        <Heading tabIndex={-1} className={headingLook[Heading]}>
          {home.city}
        </Heading>
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
