import { rejectReasons } from '@rosella/contract/admin/rules'
import { Clock, Images } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useClockLabel } from '../../platform/clock'
import { useLive } from '../../platform/live'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { Skeleton } from '../../ui/Skeleton'
import { VisuallyHidden } from '../../ui/VisuallyHidden'
import { PhotoBeside } from './PhotoBeside'
import { PhotoControls } from './PhotoControls'
import { PhotoStage } from './PhotoStage'
import { PhotoDesk } from './photo-desk'
import type { PhotoQueue } from './photo-queue'
import { ReasonDialog } from './ReasonDialog'
import { stepWords } from './step-words'
import { useKeys, useKeysOn } from './use-keys'

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
