import { parentPort, workerData } from 'node:worker_threads'
import { rehearseRestore } from './backup/rehearse'
import { type BackupResult, type BackupTask, backUpSite } from './backup/run-backup'

/** Makes or rehearses a scheduled backup in its own thread (backup/run-backup.ts). */
const { task, parts, folder } = workerData as BackupTask
const { tables, photos, lost } =
  task === 'rehearse'
    ? await rehearseRestore(parts.database, folder)
    : await backUpSite(parts, folder, { tablesOnly: task === 'back up tables' })
const rows = tables.reduce((sum, table) => sum + table.rows, 0)
parentPort?.postMessage({ rows, photos, lost: lost.length } satisfies BackupResult)
