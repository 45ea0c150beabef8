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
import '../../full-styles.css'

const troubles: Record<CameraTrouble, string> = {
  denied: 'Your browser blocks the camera on this page. Allow it next to the page’s address, then try again.',
  missing: 'We couldn’t find a camera on this device. You can log in on your phone and do it there.',
  busy: 'We couldn’t open the camera. Another app may be using it. Close that app, then try again.',
}

type IntroProps = {
  verification: Verification
  camera: Camera
  pending: boolean
  problem: string | undefined
  onStart: () => void
}

/** The current status, how it works, and the member's consent. */
export function Intro({ verification, camera, pending, problem, onStart }: IntroProps) {
  const [agreed, setAgreed] = useState(false)
  const id = useId()
  if (verification.state === 'waiting') {
    return (
      <Banner icon={Clock}>
        <p className="font-semibold">Our moderators are checking your selfies.</p>
        <p>We’ll let you know the result, and delete the selfies within seven days.</p>
      </Banner>
    )
  }
  return (
    <>
      <VerificationStatus verification={verification} />
      <section className="petal grid gap-4 bg-surface p-6 inset-ring inset-ring-line sm:p-8">
        <h2 className="text-2xl">How it works</h2>
        <ol className="grid list-decimal gap-2 ps-5">
          <li>We open your camera and show you two poses. You have 90 seconds to take two selfies.</li>
          <li>A moderator compares them with your approved photos and checks the poses.</li>
          <li>Your profile gets the “Verified” badge for two years, or until you change your main photo.</li>
        </ol>
        <p className="text-muted">
          You can swap each pose for one that works sitting down and with one hand. You can’t upload a file
          instead.
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
                I agree to moderators comparing two selfies from my camera with my photos. Nobody else sees
                the selfies. They are deleted once a decision is made, or within seven days, and no template
                of my face is made.
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

function VerificationStatus({ verification }: { verification: Verification }) {
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
          <p className="font-semibold">We couldn’t verify your last selfies.</p>
          <p>{reason} You can try again now.</p>
        </Banner>
      )}
      {state === 'removed' && (
        <Banner tone="wattle" icon={ShieldX}>
          <p className="font-semibold">A moderator removed your Verified badge.</p>
          <p dir="auto">{reason}</p>
          <p>You can verify your photos again now.</p>
        </Banner>
      )}
      {state === 'expired' && (
        <Banner icon={Clock}>
          Nobody could check your last selfies in time, so we deleted them. Please take new ones.
        </Banner>
      )}
      {asked.length > 0 && (
        <Banner icon={UserRound}>
          {`${new Intl.ListFormat('en-AU').format(asked.map(({ username }) => username))} would like you to verify your photos.`}
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
            Continue
          </ButtonLink>
        }
      >
        A moderator will compare the two selfies with your photos, usually within a day. Then we’ll delete
        them and let you know here.
      </EmptyState>
    </div>
  )
}

const TITLE = 'Verify my photos'

type Step = { at: 'intro' } | { at: 'camera'; challenge: Challenge } | { at: 'sent' }

/** The camera opens before the poses are requested, so that none of the 90 seconds are lost. */
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

  function finish(poses: string[], selfies: Blob[]) {
    if (step.at !== 'camera') return
    send.mutate(
      { challenge: step.challenge.challenge, poses, selfies },
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
        <Alert
          action={
            <Button pending={verification.isFetching} onClick={() => void verification.refetch()}>
              Try again
            </Button>
          }
        >
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
