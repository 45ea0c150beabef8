import { CallFailed, failedCall } from './api'
import { getSession } from './session/session'
import { showToast } from './toast'

/** Saves a private file. The token is sent in a header to keep it out of the URL and the history. */
export async function download(path: string, fallbackName: string): Promise<void> {
  const session = getSession()
  const headers: Record<string, string> = session
    ? { authorization: `Bearer ${session.token}`, 'x-email': session.email }
    : {}
  const response = await fetch(path, { headers }).catch(() => {
    throw new CallFailed(0, undefined)
  })
  if (!response.ok) {
    throw failedCall(response.status, await response.json().catch(() => undefined), { token: session?.token })
  }
  const file = await response.blob().catch(() => {
    throw new CallFailed(0, undefined)
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  const disposition = response.headers.get('content-disposition') ?? ''
  link.download = /filename="([^"]+)"/.exec(disposition)?.[1] ?? fallbackName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Copies to the clipboard. If the browser forbids it, the member can still select the text on screen. */
export function copyText(text: string): void {
  // Without TLS there is no clipboard.
  const copied = navigator.clipboard?.writeText(text) ?? Promise.reject()
  copied.then(
    () => showToast('success', 'Copied.'),
    () => showToast('danger', 'We couldn’t copy this. Please select the text and copy it yourself.'),
  )
}
