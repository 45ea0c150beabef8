import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Reader } from '../../platform/database/transaction'
import type { Services } from '../../platform/services'

type Deps = Pick<Services, 'photos'> & { db: Reader }

export interface ChainCheck {
  snapshots: number
  photos: number
  /** One sentence per fault. */
  faults: string[]
}

const BATCH = 200
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/**
 * Checks the chain of snapshots from its start and reports changed, missing, inserted and truncated ones, and photos
 * that differ from the sealed ones. It relies only on sha256.
 */
export async function verifyChain(deps: Deps): Promise<ChainCheck> {
  const check: ChainCheck = { snapshots: 0, photos: 0, faults: [] }
  const photos = new Map<string, string>()
  let hash = Buffer.alloc(32)
  for (let after = 0; ; ) {
    const rows = await deps.db
      .selectFrom('report_snapshot')
      .where('report_id', '>', after)
      .orderBy('report_id')
      .limit(BATCH)
      .selectAll()
      .execute()
    if (rows.length === 0) break
    for (const row of rows) {
      after = row.report_id
      check.snapshots++
      if (hex(row.previous_hash) !== hex(hash)) {
        check.faults.push(`Case ${row.report_id} does not follow the one before it.`)
      }
      // Continue from the recorded previous hash, so that one fault is reported only once.
      hash = createHash('sha256').update(row.previous_hash).update(row.content).digest()
      if (hex(row.hash) !== hex(hash)) {
        check.faults.push(`The snapshot of case ${row.report_id} has been changed.`)
        hash = Buffer.from(row.hash)
      }
      for (const [copy, sha256] of sealedPhotos(row.content)) photos.set(copy, sha256)
    }
  }
  const end = await deps.db.selectFrom('report_chain').select('head').executeTakeFirst()
  if (!end || hex(end.head) !== hex(hash)) check.faults.push('The chain does not end where it should.')
  const missing = await deps.db
    .selectFrom('report as r')
    .leftJoin('report_snapshot as s', 's.report_id', 'r.id')
    .where('s.report_id', 'is', null)
    .orderBy('r.id')
    .select('r.id')
    .execute()
  for (const { id } of missing) check.faults.push(`Case ${id} has no snapshot.`)
  for (const [copy, sha256] of photos) {
    check.photos++
    if (!(await isWhole(deps, copy, sha256)))
      check.faults.push(`The evidence photo ${copy} is not as sealed.`)
  }
  return check
}

/** The copies and their sealed sha256. Unreadable content was already reported. */
function sealedPhotos(content: string): [string, string][] {
  try {
    const { photos } = JSON.parse(content) as { photos: { copy: string | null; sha256: string | null }[] }
    return photos.flatMap(({ copy, sha256 }) => (copy && sha256 ? [[copy, sha256]] : []))
  } catch {
    return []
  }
}

async function isWhole({ photos }: Deps, copy: string, sha256: string): Promise<boolean> {
  const file = await photos.read('private', copy, 'lg')
  if (!file) return false
  return (
    createHash('sha256')
      .update(await buffer(file.body))
      .digest('hex') === sha256
  )
}
