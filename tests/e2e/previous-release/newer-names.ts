import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

/** Releases before decision 0054 refuse to start on a newer schema, so the newer migration names are set aside. */
export async function withoutNewerNames<T>(url: string, main: string, start: () => Promise<T>): Promise<T> {
  const migrate = await readFile(main.replace('dist/main.js', 'src/database/migrate.ts'), 'utf8')
  if (migrate.includes('newer is fine')) return start()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create table aside as select * from schema_migration where name > $1', [
      await newestOf(main),
    ])
    await client.query('delete from schema_migration where name in (select name from aside)')
    const started = await start()
    await client.query('insert into schema_migration select * from aside')
    await client.query('drop table aside')
    return started
  } finally {
    await client.end()
  }
}

async function newestOf(main: string): Promise<string> {
  const names = await readdir(main.replace('dist/main.js', 'migrations'))
  return names.sort().at(-1) ?? ''
}
