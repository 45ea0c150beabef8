import type { ProblemBody } from '@rosella/contract/problems'
import { CallFailed, credentials, failedCall, type Reply } from './api'

/** Gives up after this time without progress. A slow upload that still progresses may take longer. */
const STILL_MS = 60_000
/** Gives up if the server takes longer than this to process the sent file. */
const ANSWER_MS = 120_000

interface Options {
  onProgress: (share: number) => void
  /** Cancels the upload. */
  signal: AbortSignal
}

/** Uploads one photo as a form. Uses XMLHttpRequest, because fetch reports no upload progress. */
export function uploadPhoto(file: File, { onProgress, signal }: Options): Promise<Reply<'POST /api/photos'>> {
  const form = new FormData()
  const sentAs = credentials()
  // The session comes first, so that the server knows the sender before the file starts.
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
    // Any other end is a failure. After a reply this has no effect.
    request.onloadend = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      reject(new CallFailed(0, undefined))
    }
    giveUpAfter(STILL_MS)
    request.send(form)
  })
}
