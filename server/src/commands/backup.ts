import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { configFromEnvironment } from '../platform/config'
import { backUpSite } from './backup/run-backup'
import { runCommand } from './backup/run-command'

/** npm run backup -- <folder>: the site that the environment names, running or not. */
runCommand('npm run backup -- <folder>', async ({ folder }) => {
  const target = await placeFor(folder)
  const { tables, photos: copied, lost } = await backUpSite(configFromEnvironment(), target)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  if (lost.length > 0)
    process.stderr.write(`${lost.length} photos have no files any more; backup.json names them.\n`)
  return `${rows} rows of ${tables.length} tables and ${copied} photos are in ${target}.`
})

/** Into a folder that is there already goes one named after this moment. */
async function placeFor(folder: string): Promise<string> {
  const there = await stat(folder).catch(() => undefined)
  if (!there?.isDirectory()) return folder
  return join(folder, `rosella-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`)
}
