import { configFromEnvironment } from '../platform/config'
import { openDatabase, openPhotos } from '../platform/open-services'
import { openBackup, photosIn, restoreBackup } from './backup/restore-backup'
import { runCommand } from './backup/run-command'

/**
 * npm run restore -- <folder> [--replace] [--keep-sessions]: restores to the configured database and photo store,
 * which must be empty. Members erased since the backup are erased again, and everyone must log in again.
 */
const USAGE = 'npm run restore -- <folder> [--replace] [--keep-sessions]'
runCommand(USAGE, async ({ folder, replace, keepSessions }) => {
  const config = configFromEnvironment()
  const backup = await openBackup(folder)
  const { db, unlimited, close } = await openDatabase(config, () => {}, 1)
  const photos = await openPhotos(config.photos)
  try {
    const target = { db, unlimited, photos }
    const revoke = { keepSessions }
    const applied = await restoreBackup(target, backup, photosIn(backup), { replace, revoke })
    const { made, tables, photos: put } = backup.about
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return `Restored ${rows} rows of ${tables.length} tables and ${put} photos from the backup of ${made}. Erased ${applied.members} members again, revoked ${applied.credentials} credentials and ended ${applied.sessions} sessions.`
  } finally {
    await close()
    await photos.close()
  }
})
