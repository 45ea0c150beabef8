import type { JobPayloads } from '../../domain/job'
import { syncPhotoVisibility } from '../../photo-files/photo-files'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'photos'>

/**
 * After a change of status: each approved photo where it belongs by now, however often this is done. One that cannot be
 * moved keeps no other, and is tried again; in the end the sweep finds it.
 */
export const syncPhotosOf =
  (deps: Deps) =>
  async ({ member_id }: JobPayloads['photo-visibility']): Promise<void> => {
    const photos = await deps.db
      .selectFrom('photo')
      .where('member_id', '=', member_id)
      .where('approved', '=', true)
      .orderBy('seq')
      .select('name')
      .execute()
    const failures: unknown[] = []
    for (const { name } of photos) {
      await syncPhotoVisibility(deps, name).catch((error) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }
