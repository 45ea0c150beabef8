import { DEMO_DOMAIN, demoSettings, findDemoMembers } from '../../database/demo-members'
import type { Services } from '../../ports/services'
import { eraseMember } from './erase-account'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log' | 'mailer' | 'photos'>

const BATCH = 50

/**
 * Erases the demo town's members one by one, as members erase themselves; broken off, it goes on where it stopped.
 * Cases among them that wait for a moderator are dismissed: nobody is left whom they are about. Answers how many went.
 */
export async function removeDemoMembers(deps: Deps): Promise<number> {
  const { db } = deps
  let removed = 0
  for (;;) {
    const batch = await findDemoMembers(db, BATCH)
    if (batch.length === 0) break
    const ids = batch.map(({ id }) => id)
    await dismissCases(deps, ids)
    for (const member of batch) await eraseMember(deps, member)
    removed += batch.length
  }
  await db.deleteFrom('admin_email').where('email', 'like', `%${DEMO_DOMAIN}`).execute()
  await db.deleteFrom('setting').where('key', 'in', Object.values(demoSettings)).execute()
  return removed
}

async function dismissCases({ db, clock }: Deps, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('report')
    .set({
      state: 'closed',
      outcome: 'dismissed',
      closed_ts: clock.now(),
      note: 'The demo town was removed.',
    })
    .where('member_id', 'in', ids)
    .where('state', '<>', 'closed')
    .execute()
}
