import { sql } from 'kysely'
import type { Reader } from '../../platform/database/transaction'
import type { Services } from '../../platform/services'
import { eraseMember } from './close-account'

/** A reserved domain: it receives no email, and no real person signs up with it. */
export const DEMO_DOMAIN = '@rosella.example'

/** The settings that the demo town stores: its progress, and the ids of its members. */
export const demoSettings = { state: 'demo_town', members: 'demo_members' } as const

export interface DemoMember {
  id: number
  email: string
}

/**
 * Members of the demo town, up to `limit`: those recorded when it was filled, whatever their address is now,
 * and those with its domain, from before ids were recorded.
 */
async function findDemoMembers(db: Reader, limit: number): Promise<DemoMember[]> {
  const { rows } = await sql<DemoMember>`
    select a.member_id as id, a.email from account a
    where lower(a.email) like ${`%${DEMO_DOMAIN}`} or a.member_id in (
      select ids.id::bigint from setting s, jsonb_array_elements_text(s.value) as ids (id)
      where s.key = ${demoSettings.members})
    order by a.member_id limit ${limit}`.execute(db)
  return rows
}

/** The passwords of demo members, including the admin's, are public. */
export async function refuseDemoMembers(db: Reader): Promise<void> {
  const found = await findDemoMembers(db, 1)
  if (found.length > 0)
    throw new Error(
      'This database has members of the demo town, whose passwords are public. Run `npm run remove-demo` first (in a container `node server/dist/remove-demo.js`), or start without NODE_ENV=production.',
    )
}

const BATCH = 50

/**
 * Erases the demo town's members one by one, the same way as members erase themselves; it can be interrupted
 * and run again. Open cases about them are dismissed. Returns the number of erased members.
 */
export async function removeDemoMembers(deps: Services): Promise<number> {
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

async function dismissCases({ db, clock }: Services, ids: readonly number[]): Promise<void> {
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
