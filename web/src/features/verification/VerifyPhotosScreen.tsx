import type { Verification } from '@rosella/contract/verification/endpoints'
import BadgeCheck from 'lucide-react/icons/badge-check'
import CameraOff from 'lucide-react/icons/camera-off'
import Clock from 'lucide-react/icons/clock'
import MailCheck from 'lucide-react/icons/mail-check'
import ShieldX from 'lucide-react/icons/shield-x'
import UserRound from 'lucide-react/icons/user-round'
import Video from 'lucide-react/icons/video'
import { useEffect, useId, useState } from 'react'
import { verifiedOn } from '../../format/verified-on'
import { useTitle } from '../../platform/title'
import { Alert } from '../../ui/Alert'
import { Button, ButtonLink } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { Banner } from '../../ui/overlays/Banner'
import { Skeleton } from '../../ui/Skeleton'
import { CameraSteps } from './CameraSteps'
import { hasOwnDocument } from './own-document'
import { type Camera, type CameraTrouble, useCamera } from './use-camera'
import { type Challenge, useSend, useStart, useVerification } from './use-verification'

const troubles: Record<CameraTrouble, string> = {
  denied:
    'Your browser does not let this page use the camera. Allow it beside the address of the page, then try again.',
  missing: 'No camera was found on this device. You can do this on your phone, with the same log-in.',
  busy: 'The camera could not be opened. Another program may be using it: close that one, then try again.',
}

type IntroProps = {
  verification: Verification
  camera: Camera
  pending: boolean
  problem: string | undefined
  onStart: () => void
}

/** How it stands, what will happen, and the member's word that it may. */
export function Intro({ verification, camera, pending, problem, onStart }: IntroProps) {
  const [agreed, setAgreed] = useState(false)
  const id = useId()
  if (verification.state === 'waiting') {
    return (
      <Banner icon={Clock}>
        <p className="font-semibold">Your pictures are with our moderators.</p>
        <p>We tell you when they have been compared. After seven days at the latest they are destroyed.</p>
      </Banner>
    )
  }
  return (
    <>
      <HowItStands verification={verification} />
      <section className="petal grid gap-4 bg-surface p-6 inset-ring inset-ring-line sm:p-8">
        <h2 className="text-2xl">How it works</h2>
        <ol className="grid list-decimal gap-2 ps-5">
          <li>We open your camera and show you two poses. You have 90 seconds for two pictures.</li>
          <li>A moderator looks at them beside your approved photos: same person, poses right.</li>
          <li>
            Your profile gets the badge “Verified”, for two years or until your main photo is a new one.
          </li>
        </ol>
        <p className="text-muted">
          Each pose can be changed for one that works sitting down and with one hand. No file can be chosen.
        </p>
        {verification.approved_photos === 0 ? (
          <Banner tone="wattle" icon={Video} action={<ButtonLink to="/photos">My photos</ButtonLink>}>
            Please wait until one of your photos has been approved.
          </Banner>
        ) : (
          <>
            <div className="petal-md flex gap-3 bg-sunken p-4">
              <input
                id={id}
                type="checkbox"
                checked={agreed}
                onChange={(event) => setAgreed(event.target.checked)}
                className="mt-1 size-5 shrink-0 accent-ink"
              />
              <label htmlFor={id}>
                I agree that moderators compare two pictures of my camera with my photos. The pictures are
                shown to nobody else, are destroyed with the decision or after seven days at the latest, and
                no template of my face is made.
              </label>
            </div>
            {camera.state === 'failed' && (
              <Alert>
                <span className="inline-flex items-center gap-2">
                  <CameraOff aria-hidden="true" className="size-5 shrink-0" />
                  {troubles[camera.trouble]}
                </span>
              </Alert>
            )}
            {problem && <Alert>{problem}</Alert>}
            <Button
              size="large"
              icon={Video}
              pending={pending}
              missing={agreed ? null : 'Please tick the box first.'}
              onClick={onStart}
            >
              {camera.state === 'failed' ? 'Try again' : 'Open the camera'}
            </Button>
          </>
        )}
      </section>
    </>
  )
}

function HowItStands({ verification }: { verification: Verification }) {
  const { verified_ts, state, reason, asked } = verification
  return (
    <>
      {verified_ts !== null && (
        <Banner icon={BadgeCheck}>
          <p className="font-semibold">Your photos are verified.</p>
          <p>{verifiedOn(verified_ts)} You can do it again at any time, for example after adding photos.</p>
        </Banner>
      )}
      {state === 'refused' && (
        <Banner tone="wattle" icon={ShieldX}>
          <p className="font-semibold">Your last pictures did not do.</p>
          <p>{reason} You can take new ones at once.</p>
        </Banner>
      )}
      {state === 'expired' && (
        <Banner icon={Clock}>
          Nobody could look at your last pictures in time, so they were destroyed. Please take new ones.
        </Banner>
      )}
      {asked.length > 0 && (
        <Banner icon={UserRound}>
          {`${asked.map(({ username }) => username).join(', ')} would like you to verify your photos.`}
        </Banner>
      )}
    </>
  )
}

export function Sent() {
  return (
    <div role="status">
      <EmptyState
        title="Sent. Thank you!"
        icon={MailCheck}
        action={
          <ButtonLink to="/" tone="quiet">
            Go on
          </ButtonLink>
        }
      >
        A moderator looks at the two pictures beside your photos, usually within a day. Then they are
        destroyed, and we tell you here.
      </EmptyState>
    </div>
  )
}

const TITLE = 'Verify my photos'

type Step = { at: 'intro' } | { at: 'camera'; challenge: Challenge } | { at: 'sent' }

/** The camera is opened before the poses are asked for, so that the 90 seconds are all for the poses. */
export function VerifyPhotosScreen() {
  useTitle(TITLE)
  const verification = useVerification()
  const { camera, open, close } = useCamera()
  const [step, setStep] = useState<Step>({ at: 'intro' })
  const start = useStart()
  const send = useSend()
  useEffect(() => void hasOwnDocument(), [])

  async function begin() {
    send.reset()
    if (camera.state !== 'on' && !(await open())) return
    start.mutate(undefined, {
      onSuccess: (challenge) => setStep({ at: 'camera', challenge }),
      onError: () => {
        close()
        setStep({ at: 'intro' })
      },
    })
  }

  function finish(poses: string[], frames: Blob[]) {
    if (step.at !== 'camera') return
    send.mutate(
      { challenge: step.challenge.challenge, poses, frames },
      {
        onSuccess: () => {
          close()
          setStep({ at: 'sent' })
        },
      },
    )
  }

  function cancel() {
    close()
    setStep({ at: 'intro' })
  }

  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 content-start gap-6 px-4 py-8 sm:px-6 sm:py-12">
      <h1 tabIndex={-1} className="text-4xl">
        {TITLE}
      </h1>
      {verification.error && (
        <Alert action={<Button onClick={() => void verification.refetch()}>Try again</Button>}>
          {verification.error.message}
        </Alert>
      )}
      {verification.isPending && <Skeleton className="petal h-96" />}
      {step.at === 'sent' && <Sent />}
      {verification.data && step.at === 'intro' && (
        <Intro
          verification={verification.data}
          camera={camera}
          pending={start.isPending || camera.state === 'opening'}
          problem={start.error?.message}
          onStart={() => void begin()}
        />
      )}
      {step.at === 'camera' && camera.state === 'on' && (
        <CameraSteps
          key={step.challenge.challenge}
          challenge={step.challenge}
          stream={camera.stream}
          pending={send.isPending || start.isPending}
          problem={send.error?.message ?? start.error?.message}
          onFinish={finish}
          onAgain={() => void begin()}
          onCancel={cancel}
        />
      )}
    </div>
  )
}
