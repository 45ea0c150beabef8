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
import { PhotoBeside } from './PhotoBeside'
import { PhotoDesk } from './photo-desk'
import { filenameOf, type Held, type PhotoQueue, type Step } from './photo-queue'

/** What was done last, in a few words. */
export const stepWords = ({ held, verdict }: Step): string =>
  `${verdict ? (verdict.approved ? 'Approved' : 'Rejected') : 'Skipped'}: ${held.photo.username ?? 'no name'}`

interface Acts {
  approve: () => void
  reject: (words: string) => void
  rejectOtherwise: () => void
  skip: () => void
  undo: () => void
}

type PhotoControlsProps = {
  acts: Acts
  /** There is nothing to decide about. */
  isIdle: boolean
  last: Step | undefined
  keysOn: boolean
  onKeysOn: (on: boolean) => void
}

/** The buttons, each with its key: they are the legend as well. Always in the same place, for hand and eye. */
export function PhotoControls({ acts, isIdle, last, keysOn, onKeysOn }: PhotoControlsProps) {
  const key = (letter: string) => (keysOn ? letter : undefined)
  return (
    <section aria-label="Decide" className="grid content-start gap-2 xl:order-3">
      <KeyButton letter={key('A')} icon={Check} onClick={acts.approve} disabled={isIdle} look="gum">
        Approve
      </KeyButton>
      <h2 className="pt-2 text-base" id="reject-because">
        Reject because
      </h2>
      <ul aria-labelledby="reject-because" className="grid gap-1 sm:max-lg:grid-cols-2">
        {rejectReasons.map(({ label, words }, n) => (
          <li key={label}>
            <KeyButton
              letter={key(String(n + 1))}
              onClick={() => acts.reject(words)}
              disabled={isIdle}
              title={words}
            >
              {label}
            </KeyButton>
          </li>
        ))}
        <li>
          <KeyButton letter={key('0')} onClick={acts.rejectOtherwise} disabled={isIdle}>
            Another reason…
          </KeyButton>
        </li>
      </ul>
      <div className="grid grid-cols-2 gap-1 pt-2">
        <KeyButton letter={key('S')} icon={SkipForward} onClick={acts.skip} disabled={isIdle}>
          Skip
        </KeyButton>
        <KeyButton letter={key('U')} icon={Undo2} onClick={acts.undo} disabled={!last}>
          Undo
        </KeyButton>
      </div>
      <p className="min-h-5.5 truncate px-1 text-muted">{last && stepWords(last)}</p>
      <div className="pointer-coarse:hidden">
        <Switch label="Decide by keys" checked={keysOn} onChange={onKeysOn} />
      </div>
    </section>
  )
}

/** So many pictures are loaded ahead of the one on the screen. */
const AHEAD = 3

/** The picture to decide about. The next ones are in the page already and only become visible. */
export function PhotoStage({ hand, onBroken }: { hand: readonly Held[]; onBroken: () => void }) {
  const [broken, setBroken] = useState<string | null>(null)
  const [first] = hand
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
          <p>This picture could not be loaded.</p>
          <Button tone="quiet" onClick={onBroken}>
            Try again
          </Button>
        </div>
      )}
      {hand.slice(0, AHEAD + 1).map((held, place) => (
        <img
          key={filenameOf(held)}
          src={held.photo.lg_url}
          alt={place === 0 ? `To decide, of ${held.photo.username ?? 'no name'}` : ''}
          data-photo={place === 0 ? filenameOf(held) : undefined}
          onError={() => setBroken(held.photo.lg_url)}
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

/** Hundreds a day: one large picture after the other, decided by single keys. */
export function PhotoQueueView() {
  const [desk] = useState(() => new PhotoDesk())
  const queue = useSyncExternalStore(desk.subscribe, desk.get)
  useEffect(() => desk.open(), [desk])
  const [keysOn, setKeysOn] = useKeysOn()
  const [isAsking, setAsking] = useState(false)
  const [first] = queue.hand
  const isLapsed = useClockLabel((now) => first !== undefined && first.until <= now)

  const reject = (words: string) => desk.decide({ approved: false, reject_reason: words })
  const acts = {
    approve: () => desk.decide({ approved: true }),
    reject,
    rejectOtherwise: () => first && setAsking(true),
    skip: desk.skip,
    undo: desk.undo,
  }
  const numbers = rejectReasons.map(({ words }, n) => [String(n + 1), () => reject(words)] as const)
  useKeys(
    { a: acts.approve, 0: acts.rejectOtherwise, s: acts.skip, u: acts.undo, ...Object.fromEntries(numbers) },
    keysOn && !isAsking,
  )

  return (
    <div className="grid flex-1 content-start gap-5 lg:grid-cols-[minmax(0,1fr)_17.5rem] xl:grid-cols-[11rem_minmax(0,1fr)_17.5rem]">
      {first && !isLapsed ? (
        <PhotoStage hand={queue.hand} onBroken={desk.again} />
      ) : (
        <div className="xl:order-2 xl:col-span-2">
          <NothingInHand queue={queue} isLapsed={isLapsed} desk={desk} />
        </div>
      )}
      <PhotoControls
        acts={acts}
        isIdle={!first || isLapsed}
        last={queue.steps.at(-1)}
        keysOn={keysOn}
        onKeysOn={setKeysOn}
      />
      {first && !isLapsed && <PhotoBeside held={first} />}
      <VisuallyHidden>
        <span role="status">{announce(queue)}</span>
      </VisuallyHidden>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onChoose={(words) => {
          setAsking(false)
          reject(words)
        }}
        justWords
      />
    </div>
  )
}

function announce({ steps, hand: [first] }: PhotoQueue): string {
  const last = steps.at(-1)
  if (!first) return ''
  const alike = first.similar.length > 0 || first.like_banned ? ', looks like a photo of somebody else' : ''
  return `${last ? `${stepWords(last)}. ` : ''}Photo of ${first.photo.username ?? 'no name'}${alike}`
}

type NothingProps = { queue: PhotoQueue; isLapsed: boolean; desk: PhotoDesk }

function NothingInHand({ queue, isLapsed, desk }: NothingProps) {
  const waiting = useLive((live) => live.adminAlerts.photos)
  if (queue.supply === 'failed') {
    return (
      <Alert
        action={
          <Button tone="quiet" onClick={desk.again}>
            Try again
          </Button>
        }
      >
        {queue.problem}
      </Alert>
    )
  }
  if (isLapsed) {
    return (
      <EmptyState
        title="These photos went back to the queue"
        icon={Clock}
        action={<Button onClick={desk.again}>Go on</Button>}
      >
        A photo is yours for five minutes, so that nobody waits for a moderator who has left.
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
        action={<Button onClick={desk.lookAtSkipped}>Look at them again</Button>}
      >
        You passed over {skipped === 1 ? 'one photo' : `${skipped} photos`}.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No photo waits for you" icon={Images}>
      {waiting > 0
        ? 'The others are with another moderator.'
        : 'All photos are decided. New ones appear here by themselves.'}
    </EmptyState>
  )
}
