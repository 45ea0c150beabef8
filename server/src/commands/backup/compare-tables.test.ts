import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshTemplatePostgres } from '@rosella/testkit/template-database'
import { expect, test } from 'vitest'
import { openPostgres } from '../../platform/adapters/database/postgres'
import { differingTables } from './rehearse'
import { openBackup } from './restore-backup'
import { takeBackup } from './take-backup'

test('a rehearsal lists the tables with added, missing or changed rows', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'rosella-compare-'))
  const fresh = await freshTemplatePostgres()
  const database = await openPostgres(fresh.url)
  const { db, unlimited } = database
  const different = async (folder: string) => {
    const backup = await openBackup(folder)
    return unlimited.transaction().execute((tx) => differingTables(tx, backup))
  }
  try {
    const folder = join(dir, 'one')
    await takeBackup(database, undefined, folder)
    expect(await different(folder)).toEqual([])
    const [first, second] = await db.selectFrom('tip').selectAll().orderBy('id').limit(2).execute()
    // The order of the rows does not matter.
    await db
      .updateTable('tip')
      .set({ text: first?.text ?? '' })
      .where('id', '=', first?.id ?? 0)
      .execute()
    expect(await different(folder)).toEqual([])
    await db
      .updateTable('tip')
      .set({ text: 'other words' })
      .where('id', '=', first?.id ?? 0)
      .execute()
    expect(await different(folder)).toEqual(['tip'])
    await db
      .updateTable('tip')
      .set({ text: first?.text ?? '' })
      .where('id', '=', first?.id ?? 0)
      .execute()
    await db
      .deleteFrom('tip')
      .where('id', '=', second?.id ?? 0)
      .execute()
    expect(await different(folder)).toEqual(['tip'])
  } finally {
    await database.close()
    await fresh.drop()
    await rm(dir, { recursive: true, force: true })
  }
})
