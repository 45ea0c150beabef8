import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Db } from '@rosella/server/platform/ports/database'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import type { TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'

/** Runs a command of the built server as an operator would. Returns its exit code and output. */
export function command(
  name: 'backup' | 'restore' | 'move' | 'rehearse-restore' | 'verify-reports',
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; printed: string }> {
  const file = fileURLToPath(new URL(`../../../server/dist/${name}.js`, import.meta.url))
  const { PATH = '', HOME = '' } = process.env
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [file, ...args],
      { env: { PATH, HOME, ...env } },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, printed: out + err }),
    )
  })
}

/** The environment of a command for a test site. */
export function siteEnv({ config, dataDir }: TestApp): Record<string, string> {
  const { database } = config
  return { DATA_DIR: dataDir, ...(database.kind === 'postgres' ? { DATABASE_URL: database.url } : {}) }
}

/** Creates every kind of gesture, photo, decision and report, and text with special characters. */
export async function fillSite(app: TestApp): Promise<{ anna: Person; ben: Person }> {
  const specs = [
    { username: 'Anna', photos: 2 },
    { username: 'Ben', photos: 1, premium: true },
    'Cara',
    'Dan',
  ]
  const [anna, ben, cara, dan] = (await app.members(...specs)) as [Person, Person, Person, Person]
  const act = (who: Person, action: string, to: Person) =>
    who.call('POST /api/user-action', { action, recipient_id: to.id })
  for (const action of ['like', 'rose', 'fav']) await act(anna, action, ben)
  await act(ben, 'like', anna)
  await act(cara, 'block', dan)
  const socket = await anna.socket({ receiver_id: ben.id })
  for (const message of ['Hello', `line\nbreak \u2028 \u2029 🦜 "quoted" \\ back`, 'مرحبا'])
    await socket.emitWithAck('sendMessage', { receiver_id: ben.id, message, client_id: crypto.randomUUID() })
  const rejected = await cara.upload(await testPhoto(7))
  await app.admin.call('POST /api/admin/photo-decision', {
    photo: rejected,
    approved: false,
    reject_reason: 'Blurry',
  })
  await cara.upload(await testPhoto(8))
  const { report_reasons } = await app.server.services.settings.current()
  for (const who of [ben, cara])
    await who.call('POST /api/report-user', { recipient_id: anna.id, report_reason: report_reasons[0] })
  return { anna, ben }
}

type Rows = Record<string, string[]>

/** Every row of every table in a backup, as the database prints it, and the values of the sequences. */
export async function everyRow(db: Db): Promise<Rows> {
  const tables = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('backup_run', 'photo_lock', 'orphan_photo',
      'photo_cleanup', 'revocation',
      'retained_message_key', 'login_challenge', 'verification_challenge', 'verification_frame')
    order by 1`.execute(db)
  const all: Rows = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db)
    all[name] = rows.map(({ row }) => row).sort()
  }
  const at = await sql<{ at: string }>`
    select sequencename || ' ' || coalesce(last_value::text, '-') as at from pg_sequences
    where sequencename not like 'photo_lock%' and sequencename not like 'revocation%' order by 1`.execute(db)
  all['(sequences)'] = at.rows.map((row) => row.at)
  return all
}

/** Every photo file of a folder with its bytes. */
export async function everyPhoto(dir: string): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('notes'))
    .map((entry) => join(entry.parentPath, entry.name))
  const read = files
    .sort()
    .map(async (file) => [file.slice(dir.length), (await readFile(file)).toString('hex')])
  return Object.fromEntries(await Promise.all(read)) as Record<string, string>
}
