import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freshTemplatePostgres, openTemplatePglite } from '@rosella/testkit/template-database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockChain, sealSnapshot } from '../features/safety/evidence'
import { openPostgres } from '../platform/adapters/database/postgres'
import type { Db } from '../platform/ports/database'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rosella-verify-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

/** Runs the command as an operator does; returns its exit code and output. */
function verify(env: Record<string, string>): Promise<{ code: number; printed: string }> {
  const command = fileURLToPath(new URL('verify-reports.ts', import.meta.url))
  const { PATH = '', HOME = '' } = process.env
  const args = ['--import', import.meta.resolve('tsx'), command]
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { env: { PATH, HOME, DATA_DIR: dir, ...env } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, printed: out + err }),
    )
  })
}

async function fileThree(db: Db): Promise<number[]> {
  const ids: number[] = []
  for (const reason of ['First', 'Second', 'Third']) {
    await db.transaction().execute(async (tx) => {
      const head = await lockChain(tx)
      const { id } = await tx
        .insertInto('report')
        .values({ reporter_id: 1, member_id: 2, reason, severity: 1, created_ts: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await sealSnapshot(tx, head, id, { reason, photos: [] })
      ids.push(id)
    })
  }
  return ids
}

/** Somebody with access to the database can disable the trigger, but not forge the chain. */
async function tamper(db: Db, id: number | undefined): Promise<void> {
  await sql`alter table report_snapshot disable trigger user`.execute(db)
  await sql`update report_snapshot set content = replace(content, 'Second', 'Other') where report_id = ${id}`.execute(
    db,
  )
}

test('accepts an intact chain and finds a tampered snapshot on PostgreSQL', async () => {
  const { url, drop } = await freshTemplatePostgres()
  const database = await openPostgres(url)
  try {
    const [, second] = await fileThree(database.db)
    const whole = await verify({ DATABASE_URL: url })
    expect(whole).toEqual({ code: 0, printed: '3 snapshots and 0 photos checked: all unchanged.\n' })
    await tamper(database.db, second)
    const { code, printed } = await verify({ DATABASE_URL: url })
    expect(code).toBe(1)
    expect(printed).toContain(`The snapshot of case ${second} has been changed.`)
  } finally {
    await database.close()
    await drop()
  }
}, 120_000)

test('finds a tampered snapshot in the embedded database', async () => {
  const database = await openTemplatePglite(join(dir, 'database'))
  const [, second] = await fileThree(database.db)
  await tamper(database.db, second)
  await database.close()
  const { code, printed } = await verify({})
  expect(printed).toContain(`The snapshot of case ${second} has been changed.`)
  expect(code).toBe(1)
}, 120_000)
