import { configFromEnvironment } from '../platform/config'
import { openDatabase, openPhotos } from '../platform/open-services'
import { countMembers, openBackup, photosIn, restoreBackup } from './backup/restore-backup'
import { confirm, progressPrinter, runCommand } from './backup/run-command'

/**
 * npm run restore -- <folder> [--replace [--yes]] [--keep-sessions]: restores to the configured database and photo store,
 * which must be empty. Members erased since the backup are erased again, and everyone must log in again.
 */
const USAGE = 'npm run restore -- <folder> [--replace [--yes]] [--keep-sessions]'
runCommand(USAGE, async ({ folder, replace, keepSessions, yes }) => {
  const config = configFromEnvironment()
  const backup = await openBackup(folder)
  const { db, unlimited, close } = await openDatabase(config, () => {}, 1)
  const photos = await openPhotos(config.photos)
  try {
    const members = replace && !yes ? await countMembers(db) : undefined
    if (members !== undefined)
      await confirm(`This deletes the site in the database, with ${members} members.`, 'replace')
    const target = { db, unlimited, photos }
    const how = { replace, revoke: { keepSessions }, onProgress: progressPrinter() }
    const applied = await restoreBackup(target, backup, photosIn(backup), how)
    const { made, tables, photos: copied, tablesOnly } = backup.about
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const put = tablesOnly ? 'no' : copied
    return `Restored ${rows} rows of ${tables.length} tables and ${put} photos from the backup of ${made}. Erased ${applied.members} members again, revoked ${applied.credentials} credentials and ended ${applied.sessions} sessions.`
  } finally {
    await close()
    await photos.close()
  }
})
