import { clientMessage } from '@rosella/contract/client-problems'
import { mayBePhoto, PHOTO_MAX_BYTES, tooManyPhotos } from '@rosella/contract/photos/rules'
import type { ProblemBody } from '@rosella/contract/problems'
import { sentences } from '@rosella/contract/sentences'
import { useSyncExternalStore } from 'react'
import {
  assertMember,
  CallFailed,
  credentials,
  failedCall,
  type Reply,
  serverMessageOr,
} from '../../platform/api'
import { getSession, subscribe } from '../../platform/session/session'
import { showToast } from '../../platform/toast'
import { scaleDown } from './scale-down'
import { refreshPhotos } from './use-photos'

export interface UploadItem {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'sent'
  /** 0 to 1. */
  share: number
  /** The server's name, once uploaded. */
  filename?: string
  tmb_url?: string
}

export type UploadBatch =
  | { state: 'idle' }
  /** `files` are the names of the refused ones. */
  | { state: 'refused'; message: string; files: string[] }
  | { state: 'running'; items: UploadItem[] }
  /** `file` is named if the message does not name it; `left` photos after it were not uploaded. */
  | { state: 'failed'; message: string; file?: string; left: number }

// Outside React, so that an upload continues when the member leaves the screen.
let batch: UploadBatch = { state: 'idle' }
let running = new AbortController()
/** Hides the success of the batch before, which would stay beside the progress or failure of the next. */
let hideSuccess = (): void => {}
const listeners = new Set<() => void>()

function change(next: UploadBatch): void {
  batch = next
  for (const listener of listeners) listener()
}

export const useUploadBatch = (): UploadBatch =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => batch,
  )

export const dismissBatch = (): void => change({ state: 'idle' })

export function cancelBatch(): void {
  running.abort()
  dismissBatch()
}

// Cancel the upload when a different member logs in.
let owner = getSession()?.id
subscribe(() => {
  const before = owner
  owner = getSession()?.id
  if (owner !== before) cancelBatch()
})

/** Weighted by file size. */
export function batchPercent(items: readonly UploadItem[]): number {
  const total = items.reduce((sum, { file }) => sum + file.size, 0)
  const sent = items.reduce((sum, { file, share }) => sum + file.size * share, 0)
  return total === 0 ? 0 : (sent / total) * 100
}

function refusal(files: readonly File[], room: number): { message: string; files: string[] } | undefined {
  const named = (message: string, refused: readonly File[]) => ({
    message,
    files: refused.map(({ name }) => name),
  })
  const foreign = files.filter((file) => !mayBePhoto(file))
  if (foreign.length > 0) return named(clientMessage('photo.type'), foreign)
  if (files.length > room) return named(tooManyPhotos(Math.max(0, room)), [])
  const large = files.filter(({ size }) => size > PHOTO_MAX_BYTES)
  return large.length > 0 ? named(clientMessage('photo.too-large'), large) : undefined
}

/** Uploads photos one by one. The first failure stops the rest. */
export async function sendPhotos(files: readonly File[], room: number): Promise<void> {
  if (files.length === 0 || batch.state === 'running') return
  hideSuccess()
  const refused = refusal(files, room)
  if (refused) return change({ state: 'refused', ...refused })
  const sender = getSession()?.id
  running = new AbortController()
  const { signal } = running
  let items: UploadItem[] = files.map((file, id) => ({ id, file, state: 'waiting', share: 0 }))
  const update = (id: number, changed: Partial<UploadItem>) => {
    items = items.map((item) => (item.id === id ? { ...item, ...changed } : item))
    if (!signal.aborted) change({ state: 'running', items })
  }
  for (const { id, file } of items) {
    update(id, { state: 'sending' })
    try {
      signal.throwIfAborted()
      assertMember(sender)
      const { filename, tmb_url } = await uploadPhoto(await scaleDown(file), {
        onProgress: (share) => update(id, { share }),
        signal,
      })
      update(id, { state: 'sent', share: 1, filename, tmb_url })
    } catch (error) {
      if (getSession()?.id === sender) await refreshPhotos()
      // No message if the member cancelled it.
      if (!signal.aborted) fail(file, files.length - id - 1, error)
      return
    }
  }
  await refreshPhotos()
  if (signal.aborted) return
  dismissBatch()
  hideSuccess = showToast('success', sentences.photosUploaded)
}

function fail({ name }: File, left: number, error: unknown): void {
  const message = serverMessageOr(error, clientMessage('photo.upload-failed', { file: name }))
  // The server's messages do not say which of several files they are about.
  const file = error instanceof CallFailed && error.hasServerMessage ? name : undefined
  change({ state: 'failed', message, file, left })
  // On other screens nothing else shows the failure.
  if (listeners.size === 0) showToast('danger', file === undefined ? message : `${file}: ${message}`)
}

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
function uploadPhoto(file: File, { onProgress, signal }: Options): Promise<Reply<'POST /api/photos'>> {
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
