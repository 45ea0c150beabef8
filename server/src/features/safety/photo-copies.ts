import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Tx } from '../../platform/database/transaction'
import type { BaseSize } from '../../platform/ports/photo-store'
import { newSealedName } from '../../platform/secret'
import type { Services } from '../../platform/services'

/** A visible photo and its evidence copy. There is no copy if the photo store failed. */
interface Copied {
  original: string
  pdq: Uint8Array | null
  copy?: { name: string; sha256: Buffer; isNew: boolean }
}

/** As in a snapshot. */
export interface EvidencePhoto {
  filename: string
  copy: string | null
  sha256: string | null
}

/**
 * Copies a member's approved photos, each only once however often they are reported. A copy is private and has its
 * own name and files, so that deleting the photo or the account does not affect the evidence.
 */
export async function copyPhotos(deps: Services, memberId: number): Promise<Copied[]> {
  const shown = await deps.db
    .selectFrom('photo as p')
    .leftJoin('evidence_photo as e', 'e.original', 'p.name')
    .where('p.member_id', '=', memberId)
    .where('p.approved', '=', true)
    .orderBy('p.seq')
    .select(['p.name as original', 'p.pdq', 'e.name', 'e.sha256'])
    .execute()
  return Promise.all(
    shown.map(async ({ original, pdq, name, sha256 }) =>
      name !== null && sha256 !== null
        ? { original, pdq, copy: { name, sha256: Buffer.from(sha256), isNew: false } }
        : { original, pdq, copy: await copyFiles(deps, original) },
    ),
  )
}

/** A report matters more than its photos, so it is filed even if the store fails. */
async function copyFiles({ photos, log }: Services, original: string): Promise<Copied['copy']> {
  const read = async (size: BaseSize): Promise<Buffer> => {
    const file =
      (await photos.read('public', original, size)) ?? (await photos.read('private', original, size))
    if (!file) throw new Error('The photo has no file.')
    return buffer(file.body)
  }
  try {
    const [tmb, lg] = [await read('tmb'), await read('lg')]
    const name = newSealedName()
    await photos.put(name, { tmb, lg })
    return { name, sha256: createHash('sha256').update(lg).digest(), isNew: true }
  } catch (err) {
    log.warn({ err }, 'reported photo was not copied')
    return undefined
  }
}

/** Stores the new copies; of two concurrent copies the first is kept. The caller must hold the chain lock. */
export async function keepCopies(tx: Tx, copied: readonly Copied[], now: number): Promise<EvidencePhoto[]> {
  const fresh = copied.flatMap(({ copy, ...photo }) => (copy?.isNew ? [{ ...photo, ...copy }] : []))
  if (fresh.length > 0) {
    await tx
      .insertInto('evidence_photo')
      .values(fresh.map(({ isNew: _isNew, ...row }) => ({ ...row, created_ts: now })))
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

/** Removes copies that were not stored. If that fails they stay, because nothing deletes a sealed name by itself. */
export async function discardCopies(
  { photos, log }: Services,
  copied: readonly Copied[],
  kept: readonly EvidencePhoto[],
): Promise<void> {
  const names = new Set(kept.map(({ copy }) => copy))
  for (const { copy } of copied) {
    if (!copy?.isNew || names.has(copy.name)) continue
    await photos.remove(copy.name).catch((err) => log.warn({ err }, 'unused photo copy was not removed'))
  }
}
