import { configFromEnvironment } from '../platform/config'
import { openDatabase, openPhotos } from '../platform/open-services'
import { openBackup, photosIn, restoreBackup } from './backup/restore-backup'
import { runCommand } from './backup/run-command'

/**
 * npm run restore -- <folder> [--replace]: restores to the configured database and photo store, which must be
 * empty.
 */
runCommand('npm run restore -- <folder> [--replace]', async ({ folder, replace }) => {
  const config = configFromEnvironment()
  const backup = await openBackup(folder)
  const { db, unlimited, close } = await openDatabase(config, () => {}, 1)
  const photos = await openPhotos(config.photos)
  try {
    await restoreBackup({ db, unlimited, photos }, backup, photosIn(backup), { replace })
    const { made, tables, photos: put } = backup.about
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return `Restored ${rows} rows of ${tables.length} tables and ${put} photos from the backup of ${made}.`
  } finally {
    await close()
    await photos.close()
  }
})
