import { cp, mkdir, mkdtemp, readdir, realpath, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '@rosella/testkit/child-process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TransientError } from '../../failure'
import { openPglite, runMaintenance } from './pglite'

describe('the embedded database', { timeout: 90_000 }, () => {
  let home: string
  let folders = 0
  const folder = () => join(home, `folder-${++folders}`)
  /** A copy of the first folder. */
  async function copied(): Promise<string> {
    const dir = folder()
    await cp(join(home, 'folder-1'), dir, { recursive: true })
    return dir
  }

  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'rosella-pglite-')))
    const dir = folder()
    // Left behind by an interrupted first start.
    await mkdir(`${dir}.new/base`, { recursive: true })
    const database = await openPglite(dir)
    await sql`create table note (text text)`.execute(database.db)
    await database.close()
    expect(await readdir(home)).toEqual(['folder-1'])
  }, 180_000)
  afterAll(() => rm(home, { recursive: true }))

  test('stores rows, and unlocks its folder when closed', async () => {
    const dir = await copied()
    const first = await openPglite(dir)
    await sql`insert into note values (${'kept'})`.execute(first.db)
    await expect(openPglite(dir)).rejects.toThrow(`The database folder ${dir} is in use by another process`)
    await first.close()
    const second = await openPglite(dir)
    expect((await sql`select text from note`.execute(second.db)).rows).toEqual([{ text: 'kept' }])
    await second.close()
  })

  test('loses no acknowledged row when its process is killed', async () => {
    const dir = await copied()
    const child = startChild(`
      const { openPglite } = await import(${JSON.stringify(new URL('./pglite.ts', import.meta.url).href)})
      const { sql } = await import(${JSON.stringify(import.meta.resolve('kysely'))})
      const { db } = await openPglite(${JSON.stringify(dir)})
      for (let n = 1; ; n++) {
        await sql\`insert into note values (\${String(n)})\`.execute(db)
        console.log(n)
      }`)
    let acknowledged = 0
    while (acknowledged < 50) {
      const line = await child.line()
      if (!line) throw new Error('The process ended early.')
      acknowledged = Number(line)
    }
    await child.kill()
    for (let line = await child.line(); line; line = await child.line()) acknowledged = Number(line)
    const database = await openPglite(dir)
    const { rows } = await sql<{ count: number }>`select count(*) from note`.execute(database.db)
    expect(rows[0]?.count).toBeGreaterThanOrEqual(acknowledged)
    await database.close()
  })

  test('fails a transaction that waits for itself', async () => {
    const { db, close } = await openPglite(await copied(), { waitMs: 100 })
    const slip = db.transaction().execute(() => sql`select 1`.execute(db))
    await expect(slip).rejects.toThrow('is a transaction waiting for itself?')
    await expect(sql`select 1`.execute(db)).resolves.toBeDefined()
    await close()
  })

  test('fails writes after a panic, then restarts without losing committed rows', async () => {
    const dir = await copied()
    const { db, close } = await openPglite(dir)
    await sql`insert into note values ('kept')`.execute(db)
    // A folder where a checkpoint must write a file makes PostgreSQL panic, as a full disk does.
    const obstacle = join(dir, 'pg_logical', 'replorigin_checkpoint.tmp')
    await mkdir(obstacle)
    const inside = db.transaction().execute(async (tx) => {
      await sql`insert into note values ('half')`.execute(tx)
      await sql`checkpoint`.execute(tx).catch(() => {})
      await sql`insert into note values ('other half')`.execute(tx)
    })
    await expect(inside).rejects.toThrow('The embedded database is not running')
    await expect(inside).rejects.toBeInstanceOf(TransientError)
    await rm(obstacle, { recursive: true })
    await sql`insert into note values ('after')`.execute(db)
    const { rows } = await sql`select text from note`.execute(db)
    expect(rows).toEqual([{ text: 'kept' }, { text: 'after' }])
    await close()
  })

  test('is vacuumed while in use', async () => {
    const { db, close } = await openPglite(await copied())
    await sql`insert into note select 'x' from generate_series(1, 1000)`.execute(db)
    await sql`delete from note`.execute(db)
    await runMaintenance(db, true)
    const { rows } = await sql`select relpages from pg_class where relname = 'note'`.execute(db)
    expect(rows).toEqual([{ relpages: 0 }])
    const setting = await sql`select current_setting('shared_buffers') as buffers`.execute(db)
    expect(setting.rows).toEqual([{ buffers: '16MB' }])
    await close()
  })

  test('refuses a foreign folder, another version and a file', async () => {
    const foreign = folder()
    await mkdir(foreign)
    await writeFile(join(foreign, 'mail.txt'), 'Dear Anna')
    await expect(openPglite(foreign)).rejects.toThrow(
      `The folder ${foreign} is not empty and contains no database. Choose another folder or empty it.`,
    )
    expect(await readdir(foreign)).toEqual(['mail.txt'])

    await rename(join(foreign, 'mail.txt'), join(foreign, 'PG_VERSION'))
    await writeFile(join(foreign, 'PG_VERSION'), '15\n')
    await expect(openPglite(foreign)).rejects.toThrow(
      `The folder ${foreign} contains a PostgreSQL 15 database, but this program needs version 18.`,
    )
    await expect(openPglite(join(foreign, 'PG_VERSION'))).rejects.toThrow('Cannot create')
  })

  test.each(['global/pg_control', 'global/pg_filenode.map', 'PG_VERSION only'])(
    'refuses an incomplete folder with a one-line message: %s',
    async (file) => {
      const dir = file === 'PG_VERSION only' ? folder() : await copied()
      if (file === 'PG_VERSION only') {
        await mkdir(dir)
        await writeFile(join(dir, 'PG_VERSION'), '18\n')
      } else await truncate(join(dir, file), 0)
      const refused = openPglite(dir).then(String, (error: Error) => error.message)
      const sentence = `Cannot open the database in ${dir}, which may be damaged or incomplete: `
      expect(await refused).toMatch(sentence)
      expect(await refused).not.toContain('\n')
    },
  )
})
