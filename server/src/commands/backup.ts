import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { configFromEnvironment } from '../platform/config'
import { backUpSite } from './backup/run-backup'
import { runCommand } from './backup/run-command'

/** npm run backup -- <folder> [--tables-only]: backs up the configured site, running or not. */
runCommand('npm run backup -- <folder> [--tables-only]', async ({ folder, tablesOnly }) => {
  const target = await targetFolder(folder)
  const { tables, photos: copied, lost } = await backUpSite(configFromEnvironment(), target, { tablesOnly })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  if (lost.length > 0)
    process.stderr.write(`${lost.length} photos have lost their files; backup.json lists them.\n`)
  return `Backed up ${rows} rows of ${tables.length} tables and ${tablesOnly ? 'no' : copied} photos to ${target}.`
})

/** In an existing folder, a new one named after the current time. */
async function targetFolder(folder: string): Promise<string> {
  const there = await stat(folder).catch(() => undefined)
  if (!there?.isDirectory()) return folder
  return join(folder, `rosella-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`)
}
