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
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { KeyButton } from '../KeyButton'
import { ReasonDialog } from '../ReasonDialog'
import { useKeys, useKeysOn } from '../use-keys'
import { PhotoDetails } from './PhotoDetails'
import { PhotoDesk } from './photo-desk'
import { filenameOf, type PhotoQueue, type QueueItem, type Step } from './photo-queue'

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
  last: Step | undefined
  keysOn: boolean
  onKeysOn: (on: boolean) => void
}

/** The buttons also show their keys. They never move, so that moderators can work without looking. */
export function PhotoControls({ actions, isIdle, last, keysOn, onKeysOn }: PhotoControlsProps) {
  const key = (letter: string) => (keysOn ? letter : undefined)
  return (
    <section aria-label="Decide" className="grid content-start gap-2 xl:order-3">
      <KeyButton letter={key('A')} icon={Check} onClick={actions.approve} disabled={isIdle} tone="gum">
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
              disabled={isIdle}
              title={text}
            >
              {label}
            </KeyButton>
          </li>
        ))}
        <li>
          <KeyButton letter={key('0')} onClick={actions.askForReason} disabled={isIdle}>
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
      <p className="min-h-5.5 truncate px-1 text-muted">{last && stepLabel(last)}</p>
      <div className="pointer-coarse:hidden">
        <Switch label="Keyboard shortcuts" checked={keysOn} onChange={onKeysOn} />
      </div>
    </section>
  )
}

/** Photos to load ahead of the one on screen. */
const AHEAD = 3

/** The photo to decide. The next ones are already in the page, hidden. */
export function PhotoStage({ items, onBroken }: { items: readonly QueueItem[]; onBroken: () => void }) {
  const [broken, setBroken] = useState<string | null>(null)
  const [first] = items
  if (!first) return null
  const isAlike = first.similar.length > 0 || first.like_banned
  const isBroken = broken === first.photo.lg_url
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
      {items.slice(0, AHEAD + 1).map((item, place) => (
        <img
          key={filenameOf(item)}
          src={item.photo.lg_url}
          alt={place === 0 ? `Photo to review, of  ${item.photo.username ?? 'an unnamed member'}` : ''}
          data-photo={place === 0 ? filenameOf(item) : undefined}
          onError={() => setBroken(item.photo.lg_url)}
          className={cx('absolute inset-0 size-full object-contain', (place > 0 || isBroken) && 'invisible')}
        />
      ))}
      {isAlike && (
        <p className="petal-sm absolute start-4 top-4 flex items-center gap-2 bg-wattle px-3.5 py-2 font-bold text-base text-on-wattle">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
          Looks like another member’s photo
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
  const [keysOn, setKeysOn] = useKeysOn()
  const [isAsking, setAsking] = useState(false)
  const [first] = queue.items
  const isExpired = useClockLabel((now) => first !== undefined && first.until <= now)

  const reject = (reject_reason: string) => desk.decide({ approved: false, reject_reason })
  const actions = {
    approve: () => desk.decide({ approved: true }),
    reject,
    askForReason: () => first && setAsking(true),
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
    keysOn && !isAsking,
  )

  return (
    <div className="grid flex-1 content-start gap-5 lg:grid-cols-[minmax(0,1fr)_17.5rem] xl:grid-cols-[11rem_minmax(0,1fr)_17.5rem]">
      {first && !isExpired ? (
        <PhotoStage items={queue.items} onBroken={desk.restart} />
      ) : (
        <div className="xl:order-2 xl:col-span-2">
          <EmptyQueue queue={queue} isExpired={isExpired} desk={desk} />
        </div>
      )}
      <PhotoControls
        actions={actions}
        isIdle={!first || isExpired}
        last={queue.steps.at(-1)}
        keysOn={keysOn}
        onKeysOn={setKeysOn}
      />
      {first && !isExpired && <PhotoDetails item={first} />}
      <VisuallyHidden>
        <span role="status">{announce(queue)}</span>
      </VisuallyHidden>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onChoose={(reason) => {
          setAsking(false)
          reject(reason)
        }}
        textOnly
      />
    </div>
  )
}

function announce({ steps, items: [first] }: PhotoQueue): string {
  const last = steps.at(-1)
  if (!first) return ''
  const alike = first.similar.length > 0 || first.like_banned ? ', looks like somebody else’s photo' : ''
  return `${last ? `${stepLabel(last)}. ` : ''}Photo of ${first.photo.username ?? 'an unnamed member'}${alike}`
}

type EmptyQueueProps = { queue: PhotoQueue; isExpired: boolean; desk: PhotoDesk }

function EmptyQueue({ queue, isExpired, desk }: EmptyQueueProps) {
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
      {waiting > 0
        ? 'Another moderator has the rest.'
        : 'All photos have been reviewed. New ones appear here automatically.'}
    </EmptyState>
  )
}
