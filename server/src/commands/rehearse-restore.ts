import { configFromEnvironment } from '../platform/config'
import { newestBackup, rehearseRestore } from './backup/rehearse'
import { runCommand } from './backup/run-command'

/** npm run rehearse-restore [-- <folder>]: restores a backup to a temporary place and compares every row. */
runCommand('npm run rehearse-restore [-- <folder>]', async ({ folder }) => {
  const { database, backups } = configFromEnvironment()
  if (!folder && !backups) throw new Error('Give the folder of a backup, or set BACKUP_DIR.')
  const path = folder || (await newestBackup(backups?.dir ?? ''))
  if (!path) throw new Error(`There is no scheduled backup in ${backups?.dir} yet.`)
  const began = performance.now()
  const { tables, photos, made } = await rehearseRestore(database, path)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const seconds = Math.round((performance.now() - began) / 1000)
  return `The backup of ${made} can be restored: ${rows} rows of ${tables.length} tables are identical, and ${photos} photos are intact. It took ${seconds} s.`
})
