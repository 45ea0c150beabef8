import type { Config } from '../config/config'
import { startWorker } from '../worker-entry'

/** What has to be known of a site to back it up. */
export type SiteParts = Pick<Config, 'database' | 'photos'>

export interface BackupResult {
  rows: number
  photos: number
  lost: number
}

/** In a thread of its own: reading every row would hold up who is being served. */
export function runBackup(parts: SiteParts, folder: string, signal: AbortSignal): Promise<BackupResult> {
  const { database, photos } = parts
  const worker = startWorker('backup-worker', { workerData: { parts: { database, photos }, folder } })
  return new Promise<BackupResult>((resolve, reject) => {
    const stop = () => {
      reject(new Error('The process was asked to end.'))
      void worker.terminate()
    }
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', stop)
      reject(new Error(`The backup ended with ${code}.`))
    })
  })
}
