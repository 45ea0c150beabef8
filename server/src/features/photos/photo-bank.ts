import { buffer } from 'node:stream/consumers'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { photoBank, removeFromPhotoBank } from '@rosella/contract/photos/moderation'
import { KNOWN_PHOTO_SECONDS, SOURCE_MAX } from '@rosella/contract/photos/rules'
import { storableText } from '@rosella/contract/storable-text'
import { type SqlBool, sql } from 'kysely'
import { recordAudit } from '../../members/audit'
import { addKnownPhotos } from '../../members/known-photos'
import { purge } from '../../platform/database/purge'
import { withTransaction } from '../../platform/database/transaction'
import { TransientError } from '../../platform/failure'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import { finishPhotos, readPrivate } from './photo-files'
import { lockPhotosOf } from './recount-photos'

/**
 * Hashes photos that have no hashes yet (index photo_without_pdq): those of before there were any, of the previous version,
 * and of an upload whose hashing failed.
 */
export const hashPhotos = (deps: Services) =>
  finishPhotos(deps, sql<SqlBool>`pdq is null`, (photo, signal) => hashOne(deps, photo, signal))

/** Does nothing if the photo has no large file: it was deleted or moved meanwhile, or has lost it. */
async function hashOne(
  deps: Services,
  { name, member_id }: { name: string; member_id: number },
  signal: AbortSignal,
): Promise<void> {
  const large = await readPrivate(deps, 'lg', name)
  if (!large) return
  const pdq = await deps.images.hash(await buffer(large.body)).catch((err) => {
    if (signal.aborted || err instanceof TransientError) throw err
    // A damaged photo would fail every time.
    deps.log.warn({ err }, 'hashing a photo failed')
    return new Uint8Array()
  })
  const now = deps.clock.now()
  await withTransaction(deps, async (tx) => {
    // Locked, so that a ban either finds the hashes or is found here.
    await lockPhotosOf(tx, member_id)
    await tx.updateTable('photo').set({ pdq, hashed_ts: now }).where('name', '=', name).execute()
    await addKnownPhotos(tx, member_id, now)
  })
}

/** Index known_photo_ts, and seen_photo_ts for the results, which are counted as long. */
export const deleteKnownPhotos =
  (deps: Services) =>
  (signal?: AbortSignal): Promise<void> => {
    const where = sql<SqlBool>`ts <= ${deps.clock.now() - KNOWN_PHOTO_SECONDS}`
    return purge(deps, signal, [
      { table: 'known_photo', where },
      { table: 'seen_photo', where },
    ])
  }

/** Bans on this site first. A source without entries is listed only if it is this site. */
export const readPhotoBank = ({ replica }: Services): Promise<ReplyOf<typeof photoBank>> =>
  replica.read(async (db) => {
    const { rows } = await sql<ReplyOf<typeof photoBank>['sources'][number]>`
      select nullif(k.source, '') as source, k.entries, coalesce(s.upheld, 0) as upheld,
        coalesce(s.dismissed, 0) as dismissed
      from (
        select source, count(*)::int as entries from known_photo where source <> '' group by source
        union all select '', (select count(*)::int from known_photo where source = '')) k
      left join (
        select source, count(*) filter (where upheld)::int as upheld,
          count(*) filter (where not upheld)::int as dismissed
        from seen_photo group by source) s on s.source = k.source
      order by k.source <> '', k.source`.execute(db)
    return { sources: rows }
  })

/** Entries of bans on this site have no source, so they stay. */
export async function removeSource(
  deps: Services,
  admin: Pick<Viewer, 'id'>,
  { source }: Pick<InputOf<typeof removeFromPhotoBank>, 'source'>,
): Promise<{ message?: string }> {
  return withTransaction(deps, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('known_photo')
      .where('source', '=', source)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new Problem('photo-bank.unknown')
    await recordAudit(tx, admin, deps.clock.now(), {
      action: 'photo-bank.remove',
      before: { source, entries: Number(numDeletedRows) },
    })
    return {}
  })
}

const HEADER = 'pdq,reason,date,source'
const CHUNK = 2000

/** The bank as lines of CSV, one for each hash. Bans on this site get its host as their source. */
export async function* exportPhotoBank({ db, site }: Services): AsyncGenerator<string> {
  yield `${HEADER}\n`
  for (let after = 0, rows = CHUNK; rows === CHUNK; ) {
    const known = await db
      .selectFrom('known_photo')
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .select(['id', 'pdq', 'reason', 'ts', 'source'])
      .execute()
    for (const { pdq, reason, ts, source } of known) {
      const date = new Date(ts * 1000).toISOString().slice(0, 10)
      const cells = [Buffer.from(pdq).toString('hex'), reason, date, source || new URL(site.url).host]
      yield `${cells.map(cell).join(',')}\n`
    }
    after = known.at(-1)?.id ?? after
    rows = known.length
  }
}

const cell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

interface Imported {
  pdq: string
  reason: string
  ts: number
  source: string
}

/**
 * Adds the entries of another bank. Reads the file twice: an invalid line stops it before anything is added, and no more
 * than a chunk is in memory. Repeating it adds nothing, so an interrupted import can be repeated. Entries that this site
 * has exported and those older than five years are left out.
 */
export async function importPhotoBank(
  deps: Services,
  read: () => AsyncIterable<string>,
): Promise<{ added: number; known: number; skipped: number }> {
  const now = deps.clock.now()
  const ours = new URL(deps.site.url).host
  const isWanted = ({ source, ts }: Imported) => source !== ours && ts > now - KNOWN_PHOTO_SECONDS
  const result = { added: 0, known: 0, skipped: 0 }
  for await (const entry of entriesOf(read(), now)) if (!isWanted(entry)) result.skipped++
  let some: Imported[] = []
  const store = async () => {
    // The time of each statement and not of the import, because processes look for what was added lately.
    const { numAffectedRows = 0n } = await sql`
      insert into known_photo (pdq, reason, ts, source, added_ts)
      select decode(pdq, 'hex'), reason, ts, source, ${deps.clock.now()}
      from unnest(${some.map(({ pdq }) => pdq)}::text[], ${some.map(({ reason }) => reason)}::text[],
        ${some.map(({ ts }) => ts)}::bigint[], ${some.map(({ source }) => source)}::text[]) e (pdq, reason, ts, source)
      on conflict do nothing`.execute(deps.db)
    result.added += Number(numAffectedRows)
    result.known += some.length - Number(numAffectedRows)
    some = []
  }
  for await (const entry of entriesOf(read(), now)) {
    if (isWanted(entry)) some.push(entry)
    if (some.length === CHUNK) await store()
  }
  if (some.length > 0) await store()
  return result
}

async function* entriesOf(lines: AsyncIterable<string>, now: number): AsyncGenerator<Imported> {
  let number = 0
  for await (const line of lines) {
    number++
    if (number > 1 && line.trim() !== '') yield parseEntry(line, number, now)
    if (number === 1 && line.replace(/^\ufeff/, '').trim() !== HEADER) throw new Error(WRONG_HEADER)
  }
  if (number === 0) throw new Error(WRONG_HEADER)
}

const WRONG_HEADER = `The first line must be: ${HEADER}`
const REASON_MAX = 200

function parseEntry(line: string, number: number, now: number): Imported {
  const refuse = (what: string) => new Error(`Line ${number}: ${what} Nothing was imported.`)
  const cells = cellsOf(line)
  if (cells?.length !== 4) throw refuse('there must be four values.')
  const [pdq = '', reason = '', date = '', source = ''] = cells.map((value) => storableText(value).trim())
  if (!/^[0-9a-f]{64}$/i.test(pdq)) throw refuse('a hash has 64 hexadecimal digits.')
  if (reason === '' || reason.length > REASON_MAX) throw refuse(`a reason has 1 to ${REASON_MAX} characters.`)
  if (source === '' || source.length > SOURCE_MAX) throw refuse(`a source has 1 to ${SOURCE_MAX} characters.`)
  // Our own export would carry it into another site's spreadsheet.
  if ([reason, source].some((value) => /^[=+\-@]/.test(value)))
    throw refuse('a reason or source does not begin with =, +, - or @.')
  const ts = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) / 1000 : Number.NaN
  // A day is already over in places east of here.
  if (Number.isNaN(ts) || ts > now + 86_400 || new Date(ts * 1000).toISOString().slice(0, 10) !== date)
    throw refuse('a date is written 2026-11-03 and is not in the future.')
  return { pdq, reason, ts, source }
}

/** The values of a line of CSV; undefined if a quoted one does not end. */
function cellsOf(line: string): string[] | undefined {
  const cells: string[] = []
  for (let rest: string | undefined = line.replace(/\r$/, ''); rest !== undefined; ) {
    const found: RegExpExecArray | null = /^(?:"((?:[^"]|"")*)"|([^",]*))(?:,|$)/.exec(rest)
    if (!found) return undefined
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    rest = found[0].endsWith(',') ? rest.slice(found[0].length) : undefined
  }
  return cells
}
