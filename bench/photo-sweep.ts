// npm run bench:sweep [-- 500000]: the hourly deletion of orphans, with this many photos (two files each) in a store
// that only lists.

import { loadavg } from 'node:os'
import { deleteOrphanPhotos } from '@rosella/server/features/photos/delete-old-files'
import { openPostgres } from '@rosella/server/platform/adapters/database/postgres'
import type { PhotoStore } from '@rosella/server/platform/ports/photo-store'
import { freshTemplatePostgres } from '@rosella/testkit/template-database'
import pg from 'pg'
import { sized } from './tiny'

const [photos = 500_000] = process.argv.slice(2).map(Number)
const ORPHANS = sized(1000, 20)
const MISPLACED = sized(500, 10)
const now = Math.floor(Date.now() / 1000)
const nameOf = (n: number) => `photo-${String(n).padStart(24, '0')}`

const { url, drop } = await freshTemplatePostgres()
const client = new pg.Client({ connectionString: url })
await client.connect()
await client.query('set session_replication_role = replica')
await client.query(
  `insert into member (url_hash, username, status, created_ts)
   select lpad(to_hex(n), 9, '0'), 'Member', 2, 0 from generate_series(1, $1::int) n`,
  [Math.ceil(photos / 4)],
)
await client.query(
  `insert into photo (name, member_id, approved, width, height, dhash, thumbhash, created_ts)
   select 'photo-' || lpad(n::text, 24, '0'), 1 + n / 4, true, 1, 1, '', '', 0 from generate_series(0, $1::int - 1) n`,
  [photos],
)
await client.query('vacuum analyze member, photo')

let calls = 0
let removed = 0
/** Lists like a bucket: pages of a thousand keys in order, about 50 ms each. */
async function* listing() {
  for (let n = 0; n < photos + ORPHANS; n++) {
    if (n % 500 === 0) calls++
    const isMisplaced = n < MISPLACED
    yield { name: nameOf(n), inPublic: !isMisplaced, inPrivate: isMisplaced, writtenTs: now - 9 * 86_400 }
  }
}
const refuse = async () => {
  throw new Error('The deletion of orphans opens no file.')
}
let owner: string | undefined
const store = {
  listing,
  readNote: async () => owner,
  writeNote: async (_name: string, text: string) => {
    owner = text
  },
  read: refuse,
  publish: async () => {},
  hide: refuse,
  remove: async () => void removed++,
} as unknown as PhotoStore

const database = await openPostgres(url)
const log = { warn: console.error } as never
let time = now - 8 * 86_400
const cleanUp = deleteOrphanPhotos({ db: database.db, clock: { now: () => time }, log, photos: store })
// The first run claims the store and records the orphans; the second deletes them.
const { moved } = await cleanUp()
time = now
const [began, own] = [performance.now(), process.cpuUsage()]
const swept = await cleanUp()
const seconds = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage(own)
console.log(
  `${photos} photos (${2 * photos} objects) in ${seconds.toFixed(1)} s, processor of Node ${((user + system) / 1e6).toFixed(1)} s; ` +
    `${2 * calls} pages of listing; ${swept.removed} of ${ORPHANS} orphans removed (${removed} calls), ${swept.moved} of ${MISPLACED} moved; ` +
    `memory ${Math.round(process.memoryUsage().rss / 1e6)} MB, load ${loadavg()[0]?.toFixed(1)}`,
)
if (swept.removed !== ORPHANS || moved !== MISPLACED) process.exitCode = 1
await database.close()
await client.end()
await drop()
