import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Tx } from '../../platform/database/transaction'
import type { PhotoSize } from '../../platform/ports/photo-store'
import { newPhotoName } from '../../platform/secret'
import type { Services } from '../../platform/services'

/** A photo others could see, and the copy of it; without a copy when the store could not give or take it. */
interface Copied {
  original: string
  copy?: { name: string; sha256: Buffer; isNew: boolean }
}

/** As a snapshot tells of it. */
export interface EvidencePhoto {
  filename: string
  copy: string | null
  sha256: string | null
}

/**
 * Copies a member's approved photos, each once however often they are reported. A copy has a name and files of
 * its own, private, so that deleting the photo or the account takes nothing from the evidence.
 */
export async function copyPhotos(deps: Services, memberId: number): Promise<Copied[]> {
  const shown = await deps.db
    .selectFrom('photo as p')
    .leftJoin('evidence_photo as e', 'e.original', 'p.name')
    .where('p.member_id', '=', memberId)
    .where('p.approved', '=', true)
    .orderBy('p.seq')
    .select(['p.name as original', 'e.name', 'e.sha256'])
    .execute()
  return Promise.all(
    shown.map(async ({ original, name, sha256 }) =>
      name !== null && sha256 !== null
        ? { original, copy: { name, sha256: Buffer.from(sha256), isNew: false } }
        : { original, copy: await copyFiles(deps, original) },
    ),
  )
}

/** A report counts more than its pictures: without the store it is filed all the same. */
async function copyFiles({ photos, log }: Services, original: string): Promise<Copied['copy']> {
  const read = async (size: PhotoSize): Promise<Buffer> => {
    const file =
      (await photos.read('public', original, size)) ?? (await photos.read('private', original, size))
    if (!file) throw new Error('The photo has no file.')
    return buffer(file.body)
  }
  try {
    const [tmb, lg] = [await read('tmb'), await read('lg')]
    const name = newPhotoName()
    await photos.put(name, { tmb, lg })
    return { name, sha256: createHash('sha256').update(lg).digest(), isNew: true }
  } catch (err) {
    log.warn({ err }, 'a reported photo could not be copied')
    return undefined
  }
}

/** Writes the new copies down; of two made at the same moment the first to come stays. Needs the chain held. */
export async function keepCopies(tx: Tx, copied: readonly Copied[], now: number): Promise<EvidencePhoto[]> {
  const fresh = copied.flatMap(({ original, copy }) => (copy?.isNew ? [{ original, ...copy }] : []))
  if (fresh.length > 0) {
    await tx
      .insertInto('evidence_photo')
      .values(fresh.map(({ original, name, sha256 }) => ({ original, name, sha256, created_ts: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const originals = copied.map(({ original }) => original)
  if (originals.length === 0) return []
  const rows = await tx.selectFrom('evidence_photo').where('original', 'in', originals).selectAll().execute()
  const kept = new Map(rows.map((row) => [row.original, row]))
  return originals.map((filename) => {
    const row = kept.get(filename)
    return {
      filename,
      copy: row?.name ?? null,
      sha256: row ? Buffer.from(row.sha256).toString('hex') : null,
    }
  })
}

/** Copies nobody wrote down; what cannot be removed now is left to the sweep. */
export async function discardCopies(
  { photos, log }: Services,
  copied: readonly Copied[],
  kept: readonly EvidencePhoto[],
): Promise<void> {
  const names = new Set(kept.map(({ copy }) => copy))
  for (const { copy } of copied) {
    if (!copy?.isNew || names.has(copy.name)) continue
    await photos.remove(copy.name).catch((err) => log.warn({ err }, 'a spare copy waits for the sweep'))
  }
}
