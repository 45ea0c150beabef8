import { parentPort, workerData } from 'node:worker_threads'
import { type BackupResult, backUpSite, type SiteParts } from './backup/run-backup'

/** Makes a scheduled backup in its own thread (backup/run-backup.ts). */
const { parts, folder } = workerData as { parts: SiteParts; folder: string }
const { tables, photos, lost } = await backUpSite(parts, folder)
const rows = tables.reduce((sum, table) => sum + table.rows, 0)
parentPort?.postMessage({ rows, photos, lost: lost.length } satisfies BackupResult)
