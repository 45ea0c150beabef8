import type { Verification } from '@rosella/contract/verification/endpoints'
import { BadgeCheck, CameraOff, Clock, ShieldX, UserRound, Video } from 'lucide-react'
import { useId, useState } from 'react'
import { verifiedOn } from '../../format/verified-on'
import { Alert } from '../../ui/Alert'
import { Banner } from '../../ui/Banner'
import { Button, ButtonLink } from '../../ui/Button'
import type { Camera, CameraTrouble } from './use-camera'

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
