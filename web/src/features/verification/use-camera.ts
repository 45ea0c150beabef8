import { SELFIE } from '@rosella/contract/verification/rules'
import { useEffect, useRef, useState } from 'react'

export type CameraTrouble = 'denied' | 'missing' | 'busy'

export type Camera =
  | { state: 'off' }
  | { state: 'opening' }
  | { state: 'on'; stream: MediaStream }
  | { state: 'failed'; trouble: CameraTrouble }

const troubles: Record<string, CameraTrouble> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** The front camera. It is switched off when the screen closes. */
export function useCamera() {
  const [camera, setCamera] = useState<Camera>({ state: 'off' })
  const current = useRef<MediaStream>(undefined)

  function close() {
    for (const track of current.current?.getTracks() ?? []) track.stop()
    current.current = undefined
    setCamera({ state: 'off' })
  }

  /** Returns whether the camera is on. */
  async function open(): Promise<boolean> {
    close()
    setCamera({ state: 'opening' })
    try {
      // Undefined without TLS.
      const devices: MediaDevices | undefined = navigator.mediaDevices
      if (!devices) throw new DOMException('', 'NotFoundError')
      const stream = await devices.getUserMedia({
        audio: false,
        video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } },
      })
      current.current = stream
      setCamera({ state: 'on', stream })
      return true
    } catch (error) {
      const name = error instanceof DOMException ? error.name : ''
      setCamera({ state: 'failed', trouble: troubles[name] ?? 'busy' })
      return false
    }
  }

  useEffect(
    () => () => {
      for (const track of current.current?.getTracks() ?? []) track.stop()
    },
    [],
  )
  return { camera, open, close }
}

/** The current frame, not mirrored; only the preview is. */
export async function takeSelfie(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth, videoHeight } = video
  const scale = Math.min(1, SELFIE.longest / Math.max(videoWidth, videoHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas could not create a JPEG.'))),
      'image/jpeg',
      0.9,
    )
  })
}
