import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'clock'>

const WEEK = 7 * 86_400

/** What no mail told of in a week is news no more: the address was not confirmed any longer, or mail not wanted. */
export const purgeNotices =
  ({ db, clock }: Deps) =>
  async (): Promise<void> => {
    await db
      .deleteFrom('notice')
      .where('ts', '<', clock.now() - WEEK)
      .execute()
  }
