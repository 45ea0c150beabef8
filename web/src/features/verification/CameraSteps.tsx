import { poseOf } from '@rosella/contract/verification/poses'
import Accessibility from 'lucide-react/icons/accessibility'
import Camera from 'lucide-react/icons/camera'
import Check from 'lucide-react/icons/check'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Send from 'lucide-react/icons/send'
import TimerOff from 'lucide-react/icons/timer-off'
import { useEffect, useRef, useState } from 'react'
import { useClockLabel } from '../../platform/clock'
import { useObjectUrl } from '../../platform/use-object-url'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { PoseDrawing } from '../../ui/member/PoseDrawing'
import { takeSelfie } from './use-camera'
import type { Challenge } from './use-verification'

type CameraStepsProps = {
  challenge: Challenge
  stream: MediaStream
  pending: boolean
  problem: string | undefined
  onFinish: (poses: string[], selfies: Blob[]) => void
  onAgain: () => void
  onCancel: () => void
}

/** Takes a selfie for each pose, until both are taken or the time is up. */
export function CameraSteps({
  challenge,
  stream,
  pending,
  problem,
  onFinish,
  onAgain,
  onCancel,
}: CameraStepsProps) {
  const [poses, setPoses] = useState(() => challenge.poses.map(({ key }) => key))
  const [selfies, setSelfies] = useState<Blob[]>([])
  const [taken, setTaken] = useState<Blob>()
  const video = useRef<HTMLVideoElement>(null)
  // Counted on this device from when the poses arrived, which is close enough to the server's deadline.
  const [until] = useState(() => Date.now() + 90_000)
  const left = useClockLabel((now) => Math.max(0, Math.ceil((until - now) / 1000)))
  const number = selfies.length
  const asked = challenge.poses[number]
  const pose = poseOf(poses[number] ?? '')
  const isOver = left === 0 || problem !== undefined

  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])

  function change() {
    if (!asked) return
    const next = pose?.key === asked.key ? asked.other.key : asked.key
    setPoses(poses.map((key, n) => (n === number ? next : key)))
  }

  function keep() {
    if (!taken) return
    const all = [...selfies, taken]
    setTaken(undefined)
    if (all.length < challenge.poses.length) return setSelfies(all)
    onFinish(poses, all)
  }

  if (isOver && !pending) {
    return (
      <Alert
        action={
          <>
            <Button onClick={onAgain}>Start again</Button>
            <Button tone="quiet" onClick={onCancel}>
              Cancel
            </Button>
          </>
        }
      >
        <span className="inline-flex items-center gap-2">
          <TimerOff aria-hidden="true" className="size-5 shrink-0" />
          {problem ?? 'Your 90 seconds are up.'}
        </span>
      </Alert>
    )
  }
  if (!pose) return <p role="status">Sending…</p>
  return (
    <section aria-label={`Pose ${number + 1} of ${challenge.poses.length}`} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 aria-live="polite" className="min-w-0 flex-1 basis-64 text-2xl">
          {pose.words}
        </h2>
        <p role="timer" className={cx('font-bold tabular-nums text-xl', left <= 15 && 'text-danger')}>
          {left} s
        </p>
      </div>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <div className="petal relative grid aspect-4/3 overflow-hidden bg-sunken max-sm:aspect-3/4">
          <video ref={video} autoPlay playsInline muted className="size-full -scale-x-100 object-contain" />
          {taken && <Taken selfie={taken} />}
          <PoseDrawing
            hands={pose.hands}
            tilted={pose.tilted}
            className="petal-md absolute end-2 bottom-2 w-24 bg-surface/85 text-ink sm:hidden"
          />
        </div>
        <PoseDrawing
          hands={pose.hands}
          tilted={pose.tilted}
          className="petal w-full bg-surface text-ink inset-ring inset-ring-line max-sm:hidden"
        />
      </div>
      <div className="flex flex-wrap gap-3">
        {taken ? (
          <>
            <Button size="large" icon={number === 0 ? Check : Send} pending={pending} onClick={keep}>
              {number === 0 ? 'Next pose' : 'Send both selfies'}
            </Button>
            <Button size="large" tone="quiet" icon={RotateCcw} onClick={() => setTaken(undefined)}>
              Retake
            </Button>
          </>
        ) : (
          <>
            <Button
              size="large"
              icon={Camera}
              onClick={() => {
                if (video.current?.videoWidth) void takeSelfie(video.current).then(setTaken)
              }}
            >
              Take selfie
            </Button>
            <Button size="large" tone="quiet" icon={Accessibility} onClick={change}>
              Another pose
            </Button>
          </>
        )}
        <Button size="large" tone="bare" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  )
}

function Taken({ selfie }: { selfie: Blob }) {
  const url = useObjectUrl(selfie)
  return (
    url && (
      <img src={url} alt="Your selfie" className="absolute inset-0 size-full -scale-x-100 object-contain" />
    )
  )
}
