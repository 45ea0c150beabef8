import { configFromEnvironment } from '../platform/config'
import { openDatabase, openPhotos } from '../platform/open-services'
import { openBackup, photosIn, restoreBackup } from './backup/restore-backup'
import { runCommand } from './backup/run-command'

/** npm run restore -- <folder> [--replace]: into the empty database and photo store that the environment names. */
runCommand('npm run restore -- <folder> [--replace]', async ({ folder, replace }) => {
  const config = configFromEnvironment()
  const backup = await openBackup(folder)
  const { db, unlimited, close } = await openDatabase(config, () => {}, 1)
  const photos = await openPhotos(config.photos)
  try {
    await restoreBackup({ db, unlimited, photos }, backup, photosIn(backup), { replace })
    const { made, tables, photos: put } = backup.about
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return `${rows} rows of ${tables.length} tables and ${put} photos are as they were at ${made}.`
  } finally {
    await close()
    await photos.close()
  }
})
