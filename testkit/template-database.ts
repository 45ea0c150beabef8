import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { openPglite, type PgliteDatabase } from '@rosella/server/platform/adapters/database/pglite'
import { openPostgres } from '@rosella/server/platform/adapters/database/postgres'
import { migrate } from '@rosella/server/platform/database/migrate'
import type { Database } from '@rosella/server/platform/ports/database'
import { sql } from 'kysely'
import { databaseUrl, type FreshDatabase, freshPostgresDatabase, oneAtATime } from './services'

// Tests use only a small part of the database, so code is compiled on first use.
setFlagsFromString('--wasm-lazy-compilation')

/** Kept between runs, unlike the temporary files of the tests. */
const TEMPLATES = fileURLToPath(new URL('../node_modules/.cache/rosella/', import.meta.url))
const migrations = new URL('../server/migrations/', import.meta.url)

/** Test members may write without a confirmed address; tests of that rule switch it on. */
const SETTINGS = `insert into setting (key, value) values ('confirmed_to_write', '0')`

async function fill(database: Database): Promise<void> {
  await migrate(database)
  await sql.raw(SETTINGS).execute(database.db)
}

/** A PGlite in its own folder, copied from a template that is made once per schema version. */
export async function openTemplatePglite(dir: string): Promise<PgliteDatabase> {
  await cp(await templateFolder(), dir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return openPglite(dir)
}

/** A PostgreSQL database with the schema, copied from a template that is made once per schema version. */
export async function freshTemplatePostgres(): Promise<FreshDatabase> {
  const template = `template_${await schemaHash()}`
  await oneAtATime(async (administer) => {
    const made = await administer('select from pg_database where datname = $1', [template])
    if (made.rowCount !== 0) return
    const half = `${template}_half`
    await administer(`drop database if exists ${half}`)
    await administer(`create database ${half}`)
    const database = await openPostgres(databaseUrl(half))
    await fill(database).finally(() => database.close())
    await administer(`alter database ${half} rename to ${template}`)
  })
  return freshPostgresDatabase(template)
}

async function templateFolder(): Promise<string> {
  const folder = join(TEMPLATES, `pglite-${await schemaHash()}`)
  if (existsSync(folder)) return folder
  await mkdir(TEMPLATES, { recursive: true })
  const dir = await mkdtemp(join(TEMPLATES, 'pglite-'))
  try {
    const database = await openPglite(join(dir, 'database'))
    await fill(database).finally(() => database.close())
    // Several workers may create it concurrently; each moves a complete folder into place, and the first one wins.
    await rename(join(dir, 'database'), folder).catch((error) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
  return folder
}

async function schemaHash(): Promise<string> {
  const hash = createHash('sha256').update(process.version).update(SETTINGS)
  for (const name of (await readdir(migrations)).sort())
    hash.update(await readFile(new URL(name, migrations)))
  return hash.digest('hex').slice(0, 16)
}
