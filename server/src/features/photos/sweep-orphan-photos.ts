import { arePhotosHeld } from '../../database/photo-hold'
import { photoIsPublic } from '../../database/photo-is-public'
import { syncPhotoVisibility } from '../../photo-files/photo-files'
import { photoSizes } from '../../ports/photo-store'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'clock' | 'log' | 'photos'>

export interface Swept {
  /** Photos whose files were removed, having had no row for an hour. */
  removed: number
  /** Photos whose files were published or hidden, as their row and their owner's say. */
  moved: number
}

const ORPHAN_SECONDS = 3600
const BATCH = 500

/**
 * Heals what a crash or a failing store left behind. Answers the sweep, to be run now and then: files are
 * written before their row, so a name without one is an orphan only when a sweep an hour ago met it too.
 */
export function sweepOrphanPhotos(deps: Deps): (stop?: AbortSignal) => Promise<Swept> {
  let firstMet = new Map<string, number>()
  return async (stop) => {
    const now = deps.clock.now()
    const met = new Map<string, number>()
    const swept: Swept = { removed: 0, moved: 0 }
    for await (const names of chunked(deps.photos.names())) {
      if (stop?.aborted) return swept
      const known = await placesOf(deps, names)
      const held = await arePhotosHeld(deps.db)
      for (const name of names) {
        const since = firstMet.get(name) ?? now
        try {
          if (known.has(name)) {
            if (await isMisplaced(deps, name, known.get(name) === true)) {
              await syncPhotoVisibility(deps, name)
              swept.moved++
            }
          } else if (!held && now - since >= ORPHAN_SECONDS) {
            await deps.photos.remove(name)
            swept.removed++
          } else met.set(name, since)
        } catch (err) {
          deps.log.warn({ err }, 'a photo could not be healed')
          met.set(name, since)
        }
      }
    }
    firstMet = met
    return swept
  }
}

/**
 * Which of the names have a row, and whether each is public (primary keys). The copies that reports hold are nobody's
 * photos any more: private, and kept. So are pictures of a camera while somebody has to look at them.
 */
async function placesOf({ db }: Deps, names: readonly string[]): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('photo as p')
    .innerJoin('member as m', 'm.id', 'p.member_id')
    .where('p.name', 'in', names)
    .select(['p.name', photoIsPublic().as('isPublic')])
    .execute()
  const held = await db
    .selectFrom('evidence_photo')
    .where('name', 'in', names)
    .select('name')
    .union(db.selectFrom('verification_frame').where('name', 'in', names).select('name'))
    .execute()
  return new Map([
    ...rows.map((row) => [row.name, row.isPublic] as const),
    ...held.map((row) => [row.name, false] as const),
  ])
}

async function isMisplaced({ photos }: Deps, name: string, isPublic: boolean): Promise<boolean> {
  for (const size of photoSizes) {
    const file = await photos.read(isPublic ? 'private' : 'public', name, size)
    file?.body.destroy()
    if (file) return true
  }
  return false
}

async function* chunked(names: AsyncIterable<string>): AsyncIterable<string[]> {
  let batch: string[] = []
  for await (const name of names) {
    batch.push(name)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
