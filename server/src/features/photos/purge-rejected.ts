import { REJECTED_SECONDS } from '@rosella/contract/photos/rules'
import { withTransaction } from '../../database/transaction'
import { removePhotoFiles } from '../../photo-files/photo-files'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log' | 'photos'>

const AT_A_TIME = 500

/**
 * Rejected photos go after 90 days (index photo_rejected), the row first and then the files. They are not among those
 * that a member is counted to have, so no number changes. One that was decided anew meanwhile stays.
 */
export const purgeRejected =
  (deps: Deps) =>
  async (signal: AbortSignal): Promise<void> => {
    const before = deps.clock.now() - REJECTED_SECONDS
    for (let gone = AT_A_TIME; gone === AT_A_TIME && !signal.aborted; ) {
      const rows = await withTransaction(deps, (tx) =>
        tx
          .deleteFrom('photo')
          .where('name', 'in', (photo) =>
            photo
              .selectFrom('photo')
              .where('approved', '=', false)
              .where('approved_ts', '<=', before)
              .orderBy('approved_ts')
              .limit(AT_A_TIME)
              .select('name')
              .forUpdate()
              .skipLocked(),
          )
          .returning('name')
          .execute(),
      )
      gone = rows.length
      await removePhotoFiles(
        deps,
        rows.map(({ name }) => name),
      )
    }
  }
