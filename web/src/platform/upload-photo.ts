import type { ProblemBody } from '@rosella/contract/problems'
import { CallFailed, credentials, failedCall, type Reply } from './api'

/** Nothing has moved for so long: nothing is going to. A slow line, which still moves, may take its time. */
const STILL_MS = 60_000
/** All of it is sent, and the server makes its sizes of it. */
const ANSWER_MS = 120_000

interface Options {
  onProgress: (share: number) => void
  /** Takes it back: nothing more is sent. */
  signal: AbortSignal
}

/** Sends one photo as a form. Not fetch, which tells nothing about how much has been sent. */
export function uploadPhoto(file: File, { onProgress, signal }: Options): Promise<Reply<'POST /api/photos'>> {
  const form = new FormData()
  const sentAs = credentials()
  // The session goes first: the server knows who sends before the file begins.
  for (const [key, value] of Object.entries(sentAs)) form.set(key, value)
  form.set('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const giveUpAfter = (pause: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), pause)
    }
    const cancel = () => request.abort()
    signal.addEventListener('abort', cancel)
    request.open('POST', '/api/photos')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => {
      giveUpAfter(STILL_MS)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.upload.onload = () => giveUpAfter(ANSWER_MS)
    request.onload = () => {
      if (request.status === 200) return resolve(request.response)
      reject(failedCall(request.status, request.response as Partial<ProblemBody> | null, sentAs))
    }
    // Whatever else ended it; after an answer this changes nothing.
    request.onloadend = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      reject(new CallFailed(0, undefined))
    }
    giveUpAfter(STILL_MS)
    request.send(form)
  })
}
