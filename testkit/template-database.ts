import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPglite, type PgliteDatabase } from '@rosella/server/adapters/database/pglite'
import { migrate } from '@rosella/server/database/migrate'

const migrations = new URL('../server/migrations/', import.meta.url)

/** A PGlite in a folder of its own, restored from a dump that is made once for each state of the schema. */
export async function openTemplatePglite(dir: string): Promise<PgliteDatabase> {
  const dump = await templateFile()
  return openPglite(dir, { from: new Blob([await readFile(dump)], { type: 'application/x-gzip' }) })
}

async function templateFile(): Promise<string> {
  const file = join(tmpdir(), `rosella-template-${await schemaHash()}.tar.gz`)
  if (existsSync(file)) return file
  const dir = await mkdtemp(join(tmpdir(), 'rosella-template-'))
  const database = await openPglite(join(dir, 'database'))
  try {
    await migrate(database.db)
    const dump = Buffer.from(await (await database.dump()).arrayBuffer())
    // Several workers may make it at once; each renames a whole file into place.
    await writeFile(join(dir, 'dump'), dump)
    await rename(join(dir, 'dump'), file)
  } finally {
    await database.close()
    await rm(dir, { recursive: true, force: true })
  }
  return file
}

async function schemaHash(): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  for (const name of (await readdir(migrations)).sort())
    hash.update(await readFile(new URL(name, migrations)))
  return hash.digest('hex').slice(0, 16)
}
