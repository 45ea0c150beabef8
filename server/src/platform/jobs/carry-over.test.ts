import { readdir, readFile } from 'node:fs/promises'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { openPostgres } from '../adapters/database/postgres'

const home = new URL('../../../migrations/', import.meta.url)

test('migrates the jobs of earlier versions', async () => {
  const fresh = await freshPostgresDatabase()
  const { db, close } = await openPostgres(fresh.url)
  const run = (text: string) => db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
  const apply = async (name: string) => run(await readFile(new URL(name, home), 'utf8'))
  try {
    const names = (await readdir(home)).sort()
    for (const name of names.filter((each) => each < '0013')) await apply(name)
    await run(`insert into job (kind, dedupe_key, payload, run_ts, tries) values
      ('case-letter', 'decision 4 to 7', '{"about": "decision", "report_id": 4, "member_id": 7}', 100, 2),
      ('case-letter', 'decision 5 to 8', '{"about": "decision", "report_id": 5, "member_id": 8}', 200, 10),
      ('summaries-planned', 'summaries 900', '{}', 900, 0),
      ('summary', 'summaries 900 7', '{"member_id": 7, "due": 900}', 900, 1)`)
    await apply('0013-jobs.sql')
    const { rows } = await run(
      'select kind, payload, run_ts, tries, created_ts, died_ts, periodic from job order by run_ts, kind',
    )
    expect(rows).toEqual([
      {
        kind: 'case-mail',
        payload: { about: 'decision', report_id: 4, member_id: 7 },
        run_ts: 100,
        tries: 2,
        created_ts: 100,
        died_ts: null,
        periodic: false,
      },
      {
        kind: 'case-mail',
        payload: { about: 'decision', report_id: 5, member_id: 8 },
        run_ts: 200,
        tries: 10,
        created_ts: 200,
        died_ts: 200,
        periodic: false,
      },
      {
        kind: 'summary-mail',
        payload: { member_id: 7, due: 900 },
        run_ts: 900,
        tries: 1,
        created_ts: 900,
        died_ts: null,
        periodic: false,
      },
      {
        kind: 'weekly-summaries',
        payload: { mark: 900 },
        run_ts: 900,
        tries: 0,
        created_ts: 900,
        died_ts: null,
        periodic: true,
      },
    ])
  } finally {
    await close()
    await fresh.drop()
  }
})
