import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import { type Config, configFromEnvironment } from '../platform/config'
import { openDatabase } from '../platform/open-services'
import type { Database } from '../platform/ports/database'
import { differingTables } from './backup/compare-tables'
import { type OpenBackup, openBackup, photosIn, restoreBackup } from './backup/restore-backup'
import { runCommand } from './backup/run-command'
import { latestBackup } from './backup/schedule'

/** npm run rehearse-restore [-- <folder>]: restores a backup to a temporary database and compares every row. */
runCommand('npm run rehearse-restore [-- <folder>]', async ({ folder }) => {
  const config = configFromEnvironment()
  const path = folder || (await newest(config))
  const backup = await openBackup(path)
  const began = performance.now()
  for (const path of backup.files.paths()) await backup.files.check(path)
  const temporary = await openTemporary(config)
  try {
    await restoreBackup(temporary.database, backup, photosIn(backup), { replace: false })
    await compare(temporary.database, backup)
  } finally {
    await temporary.remove()
  }
  const { tables, photos, made } = backup.about
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const seconds = Math.round((performance.now() - began) / 1000)
  return `The backup of ${made} can be restored: ${rows} rows of ${tables.length} tables are identical, and ${photos} photos are intact. It took ${seconds} s.`
})

async function newest({ backups }: Config): Promise<string> {
  if (!backups) throw new Error('Give the folder of a backup, or set BACKUP_DIR.')
  const name = latestBackup(await readdir(backups.dir))
  if (!name) throw new Error(`There is no scheduled backup in ${backups.dir} yet.`)
  return join(backups.dir, name)
}

async function compare({ unlimited }: Pick<Database, 'unlimited'>, backup: OpenBackup): Promise<void> {
  const different = await unlimited.transaction().execute((tx) => differingTables(tx, backup))
  // Newer migrations may change the rows of an older version; restoring itself compares the counts.
  const { rows: now } = await sql`select from schema_migration`.execute(unlimited)
  const isOlder = now.length > Object.keys(backup.about.migrations).length
  if (different.length > 0 && !isOlder)
    throw new Error(`These tables differ from the backup: ${different.join(', ')}.`)
}

interface TemporaryDatabase {
  database: Pick<Database, 'db' | 'unlimited'>
  remove(): Promise<void>
}

/** A new database on the same PostgreSQL, or an embedded one in a temporary folder. */
async function openTemporary(config: Config): Promise<TemporaryDatabase> {
  const { database } = config
  if (database.kind === 'pglite') {
    const dir = await mkdtemp(join(tmpdir(), 'rosella-rehearsal-'))
    const opened = await openDatabase({ ...config, database: { kind: 'pglite', dir } }, () => {})
    const remove = () => opened.close().finally(() => rm(dir, { recursive: true, force: true }))
    return { database: opened, remove }
  }
  const name = `rosella_rehearsal_${Date.now()}`
  const server = await openDatabase(config, () => {}, 1)
  const run = (command: string) => server.db.executeQuery(CompiledQuery.raw(command))
  await run(`create database ${name}`).catch(async (error: Error) => {
    await server.close()
    throw new Error(
      `Cannot create a temporary database (${error.message}). The database user needs CREATEDB.`,
    )
  })
  const url = new URL(database.url)
  url.pathname = `/${name}`
  const removeDatabase = () => run(`drop database ${name} with (force)`).finally(() => server.close())
  try {
    const opened = await openDatabase({ ...config, database: { ...database, url: url.href } }, () => {}, 1)
    return { database: opened, remove: () => opened.close().then(async () => void (await removeDatabase())) }
  } catch (error) {
    await removeDatabase()
    throw error
  }
}
