import { rejectReasons } from '@rosella/contract/admin/rules'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import ImageOff from 'lucide-react/icons/image-off'
import Images from 'lucide-react/icons/images'
import SkipForward from 'lucide-react/icons/skip-forward'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import Undo2 from 'lucide-react/icons/undo-2'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useClockLabel } from '../../../platform/clock'
import { useLive } from '../../../platform/live/live'
import { Alert } from '../../../ui/Alert'
import { Button } from '../../../ui/Button'
import { cx } from '../../../ui/cx'
import { EmptyState } from '../../../ui/EmptyState'
import { Switch } from '../../../ui/forms/Switch'
import { Skeleton } from '../../../ui/Skeleton'
import { Spinner } from '../../../ui/Spinner'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { useHeldDecisions } from '../held-decisions'
import { KeyButton } from '../KeyButton'
import { LoadedPicture, useLoadedPictures } from '../LoadedPicture'
import { ReasonDialog } from '../ReasonDialog'
import { useKeys, useKeysOn } from '../use-keys'
import { isSeenBefore, PhotoDetails } from './PhotoDetails'
import { PhotoDesk } from './photo-desk'
import { filenameOf, type PhotoQueue, type QueueItem, type Step, type Verdict } from './photo-queue'

export const stepLabel = ({ item, verdict }: Step): string =>
  `${verdict ? (verdict.approved ? 'Approved' : 'Rejected') : 'Skipped'}: ${item.photo.username ?? 'an unnamed member'}`

interface Actions {
  approve: () => void
  reject: (reason: string) => void
  askForReason: () => void
  skip: () => void
  undo: () => void
}

type PhotoControlsProps = {
  actions: Actions
  /** There is nothing to decide. */
  isIdle: boolean
  /** The photo is on screen, so it can be decided. */
  isLoaded: boolean
  last: Step | undefined
  keysOn: boolean
  onKeysOn: (on: boolean) => void
}

/** The buttons also show their keys. They never move, so that moderators can work without looking. */
export function PhotoControls({ actions, isIdle, isLoaded, last, keysOn, onKeysOn }: PhotoControlsProps) {
  const key = (letter: string) => (keysOn ? letter : undefined)
  return (
    <section aria-label="Decide" className="grid content-start gap-2 xl:order-3">
      <KeyButton letter={key('A')} icon={Check} onClick={actions.approve} disabled={!isLoaded} tone="gum">
        Approve
      </KeyButton>
      <h2 className="pt-2 text-base" id="reject-because">
        Reject because
      </h2>
      <ul aria-labelledby="reject-because" className="grid gap-1 sm:max-lg:grid-cols-2">
        {rejectReasons.map(({ label, text }, n) => (
          <li key={label}>
            <KeyButton
              letter={key(String(n + 1))}
              onClick={() => actions.reject(text)}
              disabled={!isLoaded}
              title={text}
            >
              {label}
            </KeyButton>
          </li>
        ))}
        <li>
          <KeyButton letter={key('0')} onClick={actions.askForReason} disabled={!isLoaded}>
            Another reason…
          </KeyButton>
        </li>
      </ul>
      <div className="grid grid-cols-2 gap-1 pt-2">
        <KeyButton letter={key('S')} icon={SkipForward} onClick={actions.skip} disabled={isIdle}>
          Skip
        </KeyButton>
        <KeyButton letter={key('U')} icon={Undo2} onClick={actions.undo} disabled={!last}>
          Undo
        </KeyButton>
      </div>
      <p className="min-h-5.5 px-1 text-muted">
        {last && stepLabel(last)}
        {last?.verdict && '. You can undo this for 10 seconds.'}
      </p>
      <div className="pointer-coarse:hidden">
        <Switch label="Keyboard shortcuts" checked={keysOn} onChange={onKeysOn} />
      </div>
    </section>
  )
}

/** Photos to load ahead of the one on screen. */
const AHEAD = 3

type PhotoStageProps = {
  items: readonly QueueItem[]
  pictures: ReturnType<typeof useLoadedPictures>
  onBroken: () => void
}

/** The photo to decide. The next ones are already in the page, hidden. */
export function PhotoStage({ items, pictures, onBroken }: PhotoStageProps) {
  const [first] = items
  if (!first) return null
  const state = pictures.stateOf(first.photo.lg_url)
  const isAlike = isSeenBefore(first)
  const isBroken = state === 'failed'
  return (
    <div
      className={cx(
        'petal relative grid h-[min(56rem,calc(100dvh-7.25rem))] min-h-80 place-items-center overflow-hidden bg-sunken max-lg:h-[62dvh] xl:order-2',
        isAlike && 'outline-4 outline-wattle -outline-offset-4',
      )}
    >
      {isBroken && (
        <div className="grid justify-items-center gap-3 p-6 text-center">
          <ImageOff aria-hidden="true" className="size-9 text-muted" />
          <p>This photo couldn’t be loaded.</p>
          <Button tone="quiet" onClick={onBroken}>
            Try again
          </Button>
        </div>
      )}
      {state === undefined && <Spinner label="Loading the photo" />}
      {items.slice(0, AHEAD + 1).map((item, place) => (
        <LoadedPicture
          key={filenameOf(item)}
          src={item.photo.lg_url}
          alt={place === 0 ? `Photo to review, of ${item.photo.username ?? 'an unnamed member'}` : ''}
          data-photo={place === 0 ? filenameOf(item) : undefined}
          onState={pictures.onState}
          className={cx('absolute inset-0 size-full object-contain', (place > 0 || isBroken) && 'invisible')}
        />
      ))}
      {isAlike && (
        <p className="petal-sm absolute start-4 top-4 flex items-center gap-2 bg-wattle px-3.5 py-2 font-bold text-base text-on-wattle">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
          Seen before
        </p>
      )}
    </div>
  )
}

/** One large photo at a time, decided with single keys, because there are hundreds a day. */
export function PhotoQueueView() {
  const [desk] = useState(() => new PhotoDesk())
  const queue = useSyncExternalStore(desk.subscribe, desk.get)
  useEffect(() => desk.open(), [desk])
  const { held } = useHeldDecisions(desk.decisions)
  const pictures = useLoadedPictures()
  const [keysOn, setKeysOn] = useKeysOn()
  /** The photo that the open dialog asks about. */
  const [asking, setAsking] = useState<string | null>(null)
  const [first] = queue.items
  const isExpired = useClockLabel((now) => first !== undefined && first.until <= now)

  const isLoaded = first !== undefined && !isExpired && pictures.stateOf(first.photo.lg_url) === 'loaded'
  const decide = (verdict: Verdict) => isLoaded && desk.decide(verdict)
  const reject = (reject_reason: string) => decide({ approved: false, reject_reason })
  const actions = {
    approve: () => decide({ approved: true }),
    reject,
    askForReason: () => isLoaded && setAsking(filenameOf(first)),
    skip: desk.skip,
    undo: desk.undo,
  }
  const numbers = rejectReasons.map(({ text }, n) => [String(n + 1), () => reject(text)] as const)
  useKeys(
    {
      a: actions.approve,
      0: actions.askForReason,
      s: actions.skip,
      u: actions.undo,
      ...Object.fromEntries(numbers),
    },
    keysOn && asking === null,
  )

  return (
    <div className="grid flex-1 content-start gap-5 lg:grid-cols-[minmax(0,1fr)_17.5rem] xl:grid-cols-[11rem_minmax(0,1fr)_17.5rem]">
      {first && !isExpired ? (
        <PhotoStage items={queue.items} pictures={pictures} onBroken={desk.restart} />
      ) : (
        <div className="xl:order-2 xl:col-span-2">
          <EmptyQueue queue={queue} held={held.length} isExpired={isExpired} desk={desk} />
        </div>
      )}
      <PhotoControls
        actions={actions}
        isIdle={!first || isExpired}
        isLoaded={isLoaded}
        last={queue.steps.at(-1)}
        keysOn={keysOn}
        onKeysOn={setKeysOn}
      />
      {first && !isExpired && <PhotoDetails key={filenameOf(first)} item={first} />}
      <VisuallyHidden>
        <span role="status">{announce(queue)}</span>
      </VisuallyHidden>
      <ReasonDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        onChoose={(reason) => {
          setAsking(null)
          if (first && filenameOf(first) === asking) reject(reason)
        }}
        textOnly
      />
    </div>
  )
}

function announce({ steps, items: [first] }: PhotoQueue): string {
  const last = steps.at(-1)
  if (!first) return ''
  const alike = isSeenBefore(first) ? ', seen before' : ''
  return `${last ? `${stepLabel(last)}. ` : ''}Photo of ${first.photo.username ?? 'an unnamed member'}${alike}`
}

type EmptyQueueProps = { queue: PhotoQueue; held: number; isExpired: boolean; desk: PhotoDesk }

function EmptyQueue({ queue, held, isExpired, desk }: EmptyQueueProps) {
  const waiting = useLive((live) => live.adminAlerts.photos)
  if (queue.supply === 'failed') {
    return (
      <Alert
        action={
          <Button tone="quiet" onClick={desk.restart}>
            Try again
          </Button>
        }
      >
        {queue.problem}
      </Alert>
    )
  }
  if (isExpired) {
    return (
      <EmptyState
        title="These photos are back in the queue"
        icon={Clock}
        action={<Button onClick={desk.restart}>Continue</Button>}
      >
        We reserve a photo for you for five minutes, so that members don’t wait for a moderator who has left.
      </EmptyState>
    )
  }
  if (queue.supply !== 'none') return <Skeleton className="petal h-[min(40rem,70dvh)]" />
  const skipped = queue.skipped.length
  if (skipped > 0) {
    return (
      <EmptyState
        title="Only skipped photos are left"
        icon={Images}
        action={<Button onClick={desk.reviewSkipped}>Look at them again</Button>}
      >
        You skipped {skipped === 1 ? 'one photo' : `${skipped} photos`}.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No photos to review" icon={Images}>
      {waiting > held
        ? 'Another moderator has the rest.'
        : 'All photos have been reviewed. New ones appear here automatically.'}
    </EmptyState>
  )
}
