import { OPENING_SECONDS, SIGN_SECONDS } from '@rosella/contract/safety/scam-rules'
import type { Services } from '../../../ports/services'

type Deps = Pick<Services, 'db' | 'clock'>

/** Signs go after 90 days, and with them the warnings that nobody has dismissed; a dismissal holds for good. */
export const purgeSigns = (deps: Deps) => async (): Promise<void> => {
  const now = deps.clock.now()
  await deps.db
    .deleteFrom('scam_sign')
    .where('ts', '<=', now - SIGN_SECONDS)
    .execute()
  await deps.db
    .deleteFrom('scam_warning')
    .where('since_ts', '<=', now - SIGN_SECONDS)
    .where('dismissed_ts', 'is', null)
    .execute()
  await deps.db
    .deleteFrom('opening')
    .where('ts', '<=', now - OPENING_SECONDS)
    .execute()
}
