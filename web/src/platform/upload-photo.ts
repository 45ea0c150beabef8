import { CallFailed, credentials, type Reply } from './api'
import { endSession } from './session'

/** Sends one photo as a form. Not fetch, which tells nothing about how much has been sent. */
export function uploadPhoto(
  file: File,
  onProgress: (share: number) => void,
): Promise<Reply<'POST /api/photos'>> {
  const form = new FormData()
  const sentAs = credentials()
  // The session goes first: the server knows who sends before the file begins.
  for (const [key, value] of Object.entries(sentAs)) form.set(key, value)
  form.set('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/photos')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new CallFailed(0, undefined))
    request.onload = () => {
      if (request.status === 200) return resolve(request.response)
      if (request.status === 401 && sentAs.token !== undefined) endSession(sentAs.token)
      const said = (request.response as { message?: string } | null)?.message
      reject(new CallFailed(request.status, said))
    }
    request.send(form)
  })
}
