import { setTimeout as sleep } from 'node:timers/promises'
import { isMutual } from '@rosella/contract/browse/rules'
import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TransientError } from '../platform/failure'
import { MemberIndex } from './member-index'
import { Towns } from './towns'

/** The expected lists, computed without the index. */
async function recount(app: TestApp, viewer: Person): Promise<{ recent: number[]; newest: number[] }> {
  const { db, settings } = app.server.services
  const { photos_min } = await settings.current()
  const { rows } = await sql<{
    id: number
    gender: string
    interested: string
    created_ts: number
    last_active_ts: number
    listed: boolean
  }>`
    select m.id, m.gender, m.interested, m.created_ts, coalesce(a.last_active_ts, m.created_ts) as last_active_ts,
      m.status = 2 and m.approved_photos >= ${photos_min} and not exists (
        select from relation r where (r.blocked_ts is not null or r.blocked_me)
          and r.me = ${viewer.id} and r.other = m.id
      ) as listed
    from member m left join activity a on a.member_id = m.id`.execute(db)
  const me = rows.find(({ id }) => id === viewer.id)
  const matching = rows.filter(
    ({ id, gender, interested, listed }) =>
      listed && id !== me?.id && me !== undefined && isMutual(me, { gender, interested }),
  )
  const by = (time: 'created_ts' | 'last_active_ts') =>
    matching.sort((a, b) => b[time] - a[time] || b.id - a.id).map(({ id }) => id)
  return { recent: by('last_active_ts'), newest: by('created_ts') }
}

async function shown(viewer: Person, filter: 'recent' | 'newest'): Promise<number[]> {
  const ids: number[] = []
  for (let p = 1, pages = 1; p <= pages; p++) {
    const page = await viewer.call('GET /api/users', { filter, p })
    pages = page.pages
    ids.push(...page.users.map(({ id }) => id))
  }
  return ids
}

describe.each(['pglite', 'postgres'] as const)('the member index, on %s', (on) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp({ on })
  })
  afterAll(() => app.close())

  const agrees = (viewer: Person) =>
    // Activity is written every few seconds and published after that.
    expect
      .poll(
        async () => {
          const expected = await recount(app, viewer)
          const isShown = { recent: await shown(viewer, 'recent'), newest: await shown(viewer, 'newest') }
          return JSON.stringify(isShown) === JSON.stringify(expected) || { isShown, expected }
        },
        { timeout: 20_000, interval: 200 },
      )
      .toBe(true)

  test('[D §4] equals a recount after every kind of change', async () => {
    const photos = 3
    const wish = (username: string, gender: 'f' | 'm', interested: 'm' | 'w' | 'b') => ({
      username,
      gender,
      interested,
      photos,
    })
    const [anna, ben, dan, finn, gus] = (await app.members(
      wish('Anna', 'f', 'm'),
      wish('Ben', 'm', 'w'),
      wish('Dan', 'm', 'b'),
      wish('Finn', 'm', 'w'),
      wish('Gus', 'm', 'w'),
    )) as [Person, Person, Person, Person, Person]
    await agrees(anna)

    app.clock.advance(90)
    await finn.call('GET /api/users')
    await agrees(anna)

    const decide = (photo: string, approved: boolean) =>
      app.admin.call('POST /api/admin/photo-decision', { photo, approved, reject_reason: 'Blurred.' })
    const [first] = await ben.call('GET /api/photos')
    await decide(first?.filename ?? '', false)
    await agrees(anna)
    await decide(first?.filename ?? '', true)
    await agrees(anna)

    await app.admin.call('POST /api/admin/member', { id: dan.id, status: 3, reason: 'Spam' })
    await agrees(anna)
    await app.admin.call('POST /api/admin/member', { id: dan.id, status: 2 })
    await agrees(anna)

    const act = (action: string) => gus.call('POST /api/user-action', { action, recipient_id: anna.id })
    await act('block')
    await agrees(anna)
    await agrees(gus)
    await act('unblock')
    await agrees(anna)

    const [main] = await finn.call('GET /api/photos')
    await finn.call('DELETE /api/photo', { photo: main?.filename ?? '' })
    await agrees(anna)
    expect(await shown(anna, 'newest')).not.toContain(finn.id)
  })

  test('[P2 §4] a member who deletes their account is removed from the index, not only from pages', async () => {
    const wish = { gender: 'f', interested: 'm', photos: 3 } as const
    const [ida] = (await app.members({ username: 'Ida', ...wish })) as [Person]
    const memberIndex = new MemberIndex({ ...app.server.services, towns: new Towns() })
    await memberIndex.rebuild()
    const { photos_min } = await app.server.services.settings.current()
    const isListed = async () => (await memberIndex.columns(photos_min)).slotOf(ida.id) !== undefined
    expect(await isListed()).toBe(true)
    await ida.call('DELETE /api/account')
    await expect.poll(isListed, { timeout: 10_000 }).toBe(false)
    memberIndex.close()
  })

  test.runIf(on === 'postgres')('retries failed reads and keeps everyone else in the index', async () => {
    const wish = { gender: 'f', interested: 'm', photos: 3 } as const
    const [ida, jill] = (await app.members({ username: 'Ida', ...wish }, { username: 'Jill', ...wish })) as [
      Person,
      Person,
    ]
    let isUnavailable = true
    const { services } = app.server
    const deps = {
      ...services,
      towns: new Towns(),
      get db() {
        if (isUnavailable) throw new TransientError('The database is unavailable.')
        return services.db
      },
    }
    const memberIndex = new MemberIndex(deps)
    await expect(memberIndex.rebuild()).rejects.toThrow('unavailable')
    expect(memberIndex.metrics()).toBeUndefined()
    isUnavailable = false
    // Retries without being called.
    await expect.poll(() => memberIndex.metrics(), { timeout: 10_000 }).toBeDefined()
    const { photos_min } = await services.settings.current()
    const listed = async () => {
      const columns = await memberIndex.columns(photos_min)
      return [ida, jill].map(({ id }) => columns.slotOf(id) !== undefined)
    }
    expect(await listed()).toEqual([true, true])
    isUnavailable = true
    await app.admin.call('POST /api/admin/member', { id: ida.id, status: 4, reason: 'Scam' })
    await sleep(300)
    expect(await listed()).toEqual([true, true])
    await expect(memberIndex.rebuild()).rejects.toThrow('unavailable')
    expect(await listed()).toEqual([true, true])
    isUnavailable = false
    await expect.poll(listed, { timeout: 10_000 }).toEqual([false, true])
    memberIndex.close()
  })

  test.runIf(on === 'postgres')('repairs a gap in the events by reading, without a rebuild', async () => {
    const wish = { gender: 'f', interested: 'm', photos: 3 } as const
    const [kate, lola] = (await app.members(
      { username: 'Kate', ...wish },
      { username: 'Lola', ...wish },
    )) as [Person, Person]
    const { services } = app.server
    const memberIndex = new MemberIndex({ ...services, towns: new Towns() })
    await memberIndex.rebuild()
    const built = memberIndex.metrics()?.built_in_seconds
    const { photos_min } = await services.settings.current()
    const listed = async () => {
      const columns = await memberIndex.columns(photos_min)
      return [kate, lola].map(({ id }) => columns.slotOf(id) !== undefined)
    }
    // A change whose event is lost.
    await app.db.updateTable('member').set({ status: 4 }).where('id', '=', kate.id).execute()
    await sleep(300)
    expect(await listed()).toEqual([true, true])
    // Redis has lost its streams, as after a restart without its data.
    const { events } = app.config
    if (events.kind !== 'redis') throw new Error('This test needs Redis.')
    const redis = new Redis(events.url)
    await redis.del(await redis.keys(`${events.prefix}:events:*`))
    redis.disconnect()
    await expect.poll(listed, { timeout: 10_000 }).toEqual([false, true])
    expect(memberIndex.metrics()?.built_in_seconds).toBe(built)
    memberIndex.close()
  })

  test.runIf(on === 'postgres')('another process receives the changes', async () => {
    const [anna, ben] = (await app.members(
      { username: 'Anna', gender: 'f', interested: 'm', photos: 3 },
      { username: 'Ben', gender: 'm', interested: 'w', photos: 3 },
    )) as [Person, Person]
    const second = await app.second()
    const there = anna.elsewhere(second.url)
    await agrees(there)
    await app.admin.call('POST /api/admin/member', { id: ben.id, status: 4, reason: 'Scam' })
    await agrees(there)

    // Preferences, choices and towns too: soon after a save, both processes return the same.
    const [finn] = (await app.members({ username: 'Finn', gender: 'm', interested: 'w', photos: 3 })) as [
      Person,
    ]
    const say = (key: string, value: unknown) => finn.call('POST /api/profile-auto-save', { key, value })
    const finds = async (who: Person, filters: Record<string, unknown>) => {
      const { users, total, relax } = await who.call('GET /api/search', filters)
      return { found: users.map(({ id }) => id), total, relax }
    }
    const bothFind = (filters: Record<string, unknown>, isFound: boolean) =>
      expect
        .poll(
          async () => {
            const [here, elsewhere] = [await finds(anna, filters), await finds(there, filters)]
            const same = JSON.stringify(here) === JSON.stringify(elsewhere)
            return { same, found: here.found.includes(finn.id) }
          },
          { timeout: 20_000, interval: 200 },
        )
        .toEqual({ same: true, found: isFound })
    await bothFind({ tags: 'chess' }, false)
    await say('tags', ['chess'])
    await bothFind({ tags: 'chess' }, true)
    await bothFind({ distance: 100 }, true)
    await say('location', { countryCode: 'AU', city: 'Broome, WA' })
    await bothFind({ distance: 100 }, false)
    await bothFind({ distance: 10, place: 'Broome|WA|AU' }, true)
    await finn.call('POST /api/preferences', { age_min: 60 })
    await bothFind({}, false)
    await second.close()
  })
})
