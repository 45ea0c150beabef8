import { useEffect, useState } from 'react'
import { useTitle } from '../../platform/title'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Skeleton } from '../../ui/Skeleton'
import { CameraSteps } from './CameraSteps'
import { Intro } from './Intro'
import { hasOwnDocument } from './own-document'
import { Sent } from './Sent'
import { useCamera } from './use-camera'
import { type Challenge, useSend, useStart, useVerification } from './use-verification'

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
