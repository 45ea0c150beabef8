import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe.each(['pglite', 'postgres'] as const)('impersonating a member on %s', (on) => {
  let app: TestApp
  let anna: Person
  let ben: Person
  /** The admin, in Anna's session. */
  let impersonator: Person
  beforeAll(async () => {
    app = await openTestApp({ on })
    ;[anna, ben] = (await app.members({ username: 'Anna', photos: 1 }, 'Ben')) as [Person, Person]
    const { token } = await app.admin.call('POST /api/admin/impersonate', {
      id: anna.id,
      reason: 'They asked for help',
    })
    impersonator = Object.assign(anna.elsewhere(), { token })
  })
  afterAll(() => app.close())

  const entries = async () => {
    const { items } = await app.admin.call('GET /api/admin/audit', { member_id: anna.id })
    return items.filter(({ action }) => action === 'member.act')
  }
  const last = async () => (await entries())[0]

  test('every table records changes', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'impersonation_noted')
      order by 1`.execute(app.db)
    expect(rows.map(({ name }) => name)).toEqual(['audit', 'impersonation_change', 'schema_migration'])
  })

  test('an entry contains the admin, the call, and the values before and after', async () => {
    await impersonator.call('POST /api/profile-auto-save', { key: 'tagline', value: 'Here for the views' })
    expect(await last()).toMatchObject({
      admin_id: app.admin.id,
      admin: 'Admin',
      member_id: anna.id,
      before: { tagline: '' },
      after: { call: 'POST /api/profile-auto-save', tagline: 'Here for the views' },
    })
    await impersonator.call('POST /api/user-action', { action: 'block', recipient_id: ben.id })
    const blocked = `blocked_ts of member ${ben.id}`
    expect(await last()).toMatchObject({
      before: { [blocked]: null },
      after: { call: 'POST /api/user-action', [blocked]: expect.any(Number) },
    })
    await impersonator.call('POST /api/user-action', { action: 'unblock', recipient_id: ben.id })
  })

  test('does not record members’ own calls, refused calls or calls that change nothing', async () => {
    const before = (await entries()).length
    await anna.call('POST /api/profile-auto-save', { key: 'tagline', value: 'By myself' })
    await impersonator.call('POST /api/profile-auto-save', { key: 'tagline', value: 'By myself' })
    await impersonator.call('GET /api/user')
    expect(
      (await impersonator.try('POST /api/user-action', { action: 'like', recipient_id: ben.id })).status,
    ).toBe(403)
    expect(await entries()).toHaveLength(before)
    expect(await app.db.selectFrom('impersonation_change').selectAll().execute()).toEqual([])
  })

  test('records an email as an added job, but not what the job does', async () => {
    const before = (await entries()).length
    await impersonator.call('POST /api/verify-email')
    await app.jobsDone()
    expect(await entries()).toHaveLength(before + 1)
    expect((await last())?.after).toEqual({ call: 'POST /api/verify-email', 'job added': 1 })
  })

  test('does not attribute concurrent writes of others to the admin', async () => {
    const before = (await entries()).length
    await Promise.all([
      ...Array.from({ length: 5 }, (_, n) =>
        impersonator.call('POST /api/profile-auto-save', { key: 'wants', value: `Want ${n}` }),
      ),
      ...Array.from({ length: 5 }, (_, n) =>
        ben.call('POST /api/profile-auto-save', { key: 'wants', value: `Ben's ${n}` }),
      ),
    ])
    const recorded = await entries()
    expect(recorded).toHaveLength(before + 5)
    expect(JSON.stringify(recorded)).not.toContain("Ben's")
  })
})
