import { clientMessage } from '@rosella/contract/client-problems'
import { mayBePhoto, PHOTO_MAX_BYTES, tooManyPhotos } from '@rosella/contract/photos/rules'
import { sentences } from '@rosella/contract/sentences'
import { useSyncExternalStore } from 'react'
import { assertMember, serverMessageOr } from '../../platform/api'
import { getSession, subscribe } from '../../platform/session/session'
import { showToast } from '../../platform/toast'
import { uploadPhoto } from '../../platform/upload-photo'
import { refreshPhotos } from './use-photos'

export interface UploadItem {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'sent'
  /** 0 to 1. */
  share: number
  /** The server's name for it, once it is there. */
  filename?: string
  tmb_url?: string
}

export type UploadBatch =
  | { state: 'idle' }
  | { state: 'refused'; words: string }
  | { state: 'running'; items: UploadItem[] }
  /** `left` counts those after the failed one, which were not sent. */
  | { state: 'failed'; words: string; left: number }

// Kept here and not by a screen: a batch goes on when its screen is left, and is found again on coming back.
let batch: UploadBatch = { state: 'idle' }
let running = new AbortController()
const watchers = new Set<() => void>()

function change(next: UploadBatch): void {
  batch = next
  for (const watcher of watchers) watcher()
}

export const useUploadBatch = (): UploadBatch =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => batch,
  )

export const dismissBatch = (): void => change({ state: 'idle' })

export function cancelBatch(): void {
  running.abort()
  dismissBatch()
}

// Nobody's photos are finished, or spoken of, as another.
let owner = getSession()?.id
subscribe(() => {
  const before = owner
  owner = getSession()?.id
  if (owner !== before) cancelBatch()
})

/** By size: a batch of one large and one small photo is not half done after the small one. */
export function batchPercent(items: readonly UploadItem[]): number {
  const total = items.reduce((sum, { file }) => sum + file.size, 0)
  const sent = items.reduce((sum, { file, share }) => sum + file.size * share, 0)
  return total === 0 ? 0 : (sent / total) * 100
}

function refusal(files: readonly File[], room: number): string | undefined {
  if (!files.every(mayBePhoto)) return clientMessage('photo.type')
  if (files.length > room) return tooManyPhotos(Math.max(0, room))
  if (files.some(({ size }) => size > PHOTO_MAX_BYTES)) return clientMessage('photo.too-large')
  return undefined
}

/** Sends photos one after the other; the first failure stops the rest. */
export async function sendPhotos(files: readonly File[], room: number): Promise<void> {
  if (files.length === 0 || batch.state === 'running') return
  const words = refusal(files, room)
  if (words) return change({ state: 'refused', words })
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
      const { filename, tmb_url } = await uploadPhoto(file, {
        onProgress: (share) => update(id, { share }),
        signal,
      })
      update(id, { state: 'sent', share: 1, filename, tmb_url })
    } catch (error) {
      if (getSession()?.id === sender) await refreshPhotos()
      // Who has taken it back knows.
      if (!signal.aborted) fail(file, files.length - id - 1, error)
      return
    }
  }
  await refreshPhotos()
  if (signal.aborted) return
  dismissBatch()
  showToast('success', sentences.photosUploaded)
}

function fail(file: File, left: number, error: unknown): void {
  const words = serverMessageOr(error, clientMessage('photo.upload-failed', { file: file.name }))
  change({ state: 'failed', words, left })
  // Whoever is elsewhere would not learn of it.
  if (watchers.size === 0) showToast('danger', words)
}
