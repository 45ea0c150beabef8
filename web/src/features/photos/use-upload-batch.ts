import { mayBePhoto, PHOTO_MAX_BYTES, tooManyPhotos } from '@rosella/contract/photos/rules'
import { problemMessage } from '@rosella/contract/problems'
import { sentences } from '@rosella/contract/sentences'
import { useState } from 'react'
import { assertMember, saidOr } from '../../platform/api'
import { getSession } from '../../platform/session'
import { showToast } from '../../platform/toast'
import { uploadPhoto } from '../../platform/upload-photo'
import { useRefreshPhotos } from './use-photos'

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

/** By size: a batch of one large and one small photo is not half done after the small one. */
export function batchPercent(items: readonly UploadItem[]): number {
  const total = items.reduce((sum, { file }) => sum + file.size, 0)
  const sent = items.reduce((sum, { file, share }) => sum + file.size * share, 0)
  return total === 0 ? 0 : (sent / total) * 100
}

function refusal(files: readonly File[], room: number): string | undefined {
  if (!files.every(mayBePhoto)) return problemMessage('photo.type')
  if (files.length > room) return tooManyPhotos(Math.max(0, room))
  if (files.some(({ size }) => size > PHOTO_MAX_BYTES)) return problemMessage('photo.too-large')
  return undefined
}

/** Sends photos one after the other; the first failure stops the rest. */
export function useUploadBatch(room: number) {
  const [batch, setBatch] = useState<UploadBatch>({ state: 'idle' })
  const refresh = useRefreshPhotos()

  async function send(files: readonly File[]) {
    if (files.length === 0 || batch.state === 'running') return
    const words = refusal(files, room)
    if (words) return setBatch({ state: 'refused', words })
    const owner = getSession()?.id
    let items: UploadItem[] = files.map((file, id) => ({ id, file, state: 'waiting', share: 0 }))
    const change = (id: number, changed: Partial<UploadItem>) => {
      items = items.map((item) => (item.id === id ? { ...item, ...changed } : item))
      setBatch({ state: 'running', items })
    }
    for (const { id, file } of items) {
      change(id, { state: 'sending' })
      try {
        assertMember(owner)
        const { filename, tmb_url } = await uploadPhoto(file, (share) => change(id, { share }))
        change(id, { state: 'sent', share: 1, filename, tmb_url })
      } catch (error) {
        const words = saidOr(error, problemMessage('photo.upload-failed', { file: file.name }))
        await refresh()
        return setBatch({ state: 'failed', words, left: files.length - id - 1 })
      }
    }
    await refresh()
    setBatch({ state: 'idle' })
    showToast('success', sentences.photosUploaded)
  }

  return { batch, send, dismiss: () => setBatch({ state: 'idle' }) }
}
