import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/*
 * Attackers who try to locate members: they move their own town as often as they like and record everything that the site
 * reveals: bands, results by distance, totals, what a filter removes, and the order. Two members who must be
 * indistinguishable must give identical records, so that no analysis can tell them apart.
 *
 * Every attack also runs against a process that leaks raw distances, where it must succeed.
 */
interface Position {
  latitude: number
  longitude: number
}

const stations = [
  'Hobart, TAS',
  'Kingston, TAS',
  'Launceston, TAS',
  'Burnie, TAS',
  'Devonport, TAS',
  'Melbourne, VIC',
  'Sydney, NSW',
]

let app: TestApp
let leaky: Awaited<ReturnType<TestApp['second']>>
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  // Without rate limits, because a patient attacker has days.
  await app.admin.call('POST /api/admin/settings', { key: 'pages_minute', value: 100_000 })
  leaky = await app.second(leakRawDistances)
})
afterAll(async () => {
  await leaky.close()
  await app.close()
})

/** Stores the exact position that a browser sends, and replaces every band by the distance in km. */
function leakRawDistances(http: TestApp['server']['http']): void {
  const exact = new Map<string, Position>()
  const positionOf = async (which: 'a.email' | 'm.id', value: string | number): Promise<Position> => {
    const row = await app.db
      .selectFrom('member as m')
      .innerJoin('account as a', 'a.member_id', 'm.id')
      .where(which, '=', value)
      .select(['a.email', 'm.latitude', 'm.longitude'])
      .executeTakeFirstOrThrow()
    return exact.get(row.email) ?? (row as Position)
  }
  // Replies stay uncompressed, so that the last hook can change them.
  http.addHook('onRequest', async ({ headers }) => {
    headers['accept-encoding'] = undefined
  })
  http.addHook('preHandler', async ({ body }) => {
    const { email = '', key, value } = (body ?? {}) as { email?: string; key?: string; value?: Position }
    if (key !== 'location') return
    if (value?.latitude === undefined) exact.delete(email)
    else exact.set(email, value)
  })
  http.addHook('onSend', async ({ url, query }, _reply, payload) => {
    if (!/^\/api\/(view-profile|search)\?/.test(url)) return payload
    const home = await positionOf('a.email', (query as { email: string }).email)
    const reply = JSON.parse(String(payload))
    for (const card of reply.users ?? [reply.user]) card.band = km(home, await positionOf('m.id', card.id))
    return JSON.stringify(reply)
  })
}

const man = (username: string, city: string) =>
  ({ username, city, gender: 'm', interested: 'w', photos: 3 }) as const
const move = (person: Person, city: string, at: Partial<Position> = {}) =>
  person.call('POST /api/profile-auto-save', { key: 'location', value: { countryCode: 'AU', city, ...at } })

/** Everything Eve can learn about a member from all towns, without the member's own name and id. */
async function observe(target: Person, eve: Person): Promise<unknown[]> {
  const noted: unknown[] = []
  for (const city of stations) {
    await move(eve, city)
    const { user } = await eve.call('GET /api/view-profile', { url_hash: target.url_hash })
    noted.push([city, user.city, user.location, user.band])
    for (const distance of [0, 10, 25, 50, 100, 250, 500]) {
      const found = await eve.call('GET /api/search', { distance, sort: 'distance', any: 1 })
      const place = found.users.findIndex(({ id }) => id === target.id)
      const card = found.users[place]
      noted.push([distance, place, card?.city, card?.band, found.total, found.relax])
    }
    const elsewhere = await eve.call('GET /api/search', { distance: 10, place: 'Burnie|TAS|AU', any: 1 })
    const recent = await eve.call('GET /api/users', { filter: 'newest' })
    noted.push([elsewhere.total, recent.users.map(({ id }) => id === target.id), recent.pages])
  }
  return noted
}

const km = (one: Position, other: Position): number => {
  const [y, x] = [
    other.latitude - one.latitude,
    (other.longitude - one.longitude) * Math.cos((one.latitude * Math.PI) / 180),
  ]
  return Math.hypot(x, y) * 111.195
}

/** The intersection of three distances, by bisection. */
function trilaterate(distances: readonly { from: Position; km: number }[], start: Position): Position {
  const wrongBy = (at: Position) =>
    distances.reduce((sum, { from, km: said }) => sum + (km(from, at) - said) ** 2, 0)
  let best = start
  for (let step = 1; step > 1e-7; ) {
    const around = [-step, 0, step].flatMap((up) =>
      [-step, 0, step].map((along) => ({ latitude: best.latitude + up, longitude: best.longitude + along })),
    )
    const better = around.reduce((one, other) => (wrongBy(other) < wrongBy(one) ? other : one))
    if (wrongBy(better) < wrongBy(best)) best = better
    else step /= 2
  }
  return best
}

/** Where Eve believes the target is, if the numbers that the site shows her are distances. */
async function locate(target: Person, eve: Person): Promise<Position> {
  const distances: { from: Position; km: number }[] = []
  for (const city of stations) {
    await move(eve, city)
    const { user } = await eve.call('GET /api/view-profile', { url_hash: target.url_hash })
    const { location: from } = (await eve.call('GET /api/view-profile', { url_hash: eve.url_hash })).user
    if (from) distances.push({ from: { latitude: from.y, longitude: from.x }, km: user.band ?? 0 })
  }
  return trilaterate(distances, distances[0]?.from as Position)
}

/** Runs the attack on the site and on the process with the leak. */
const builds = [
  { build: 'the site', leaks: false },
  { build: 'a process that leaks raw distances', leaks: true },
]
const on = (leaks: boolean, person: Person) => (leaks ? person.elsewhere(leaky.url) : person)

describe.each(builds)('$build', ({ leaks }) => {
  let attacker: Person
  beforeAll(async () => {
    const [eve] = (await app.members({ username: 'Eve', gender: 'f', interested: 'm', photos: 3 })) as [
      Person,
    ]
    attacker = on(leaks, eve)
  })
  const result = leaks ? 'look different' : 'look the same'

  test(`[P3 §3] two members of one town ${result} from everywhere, wherever in it they are`, async () => {
    const [ben] = (await app.members(man('Ben', 'Launceston, TAS'))) as [Person]
    const home = { latitude: -41.45, longitude: 147.16 }
    await move(on(leaks, ben), 'Launceston, TAS', home)
    const seen = await observe(ben, attacker)
    expect(km(await locate(ben, attacker), home) < 1).toBe(leaks)
    await move(on(leaks, ben), 'Launceston, TAS', { latitude: -41.41, longitude: 147.11 })
    if (leaks) expect(await observe(ben, attacker)).not.toEqual(seen)
    else expect(await observe(ben, attacker)).toEqual(seen)
    // The check works: from another town he looks different.
    await move(on(leaks, ben), 'Burnie, TAS')
    expect(await observe(ben, attacker)).not.toEqual(seen)
    await ben.call('DELETE /api/account')
  }, 120_000)

  test(`[P3 §3] members with a hidden town ${result} within a state, also to members who match the preferences`, async () => {
    const [dan] = (await app.members(man('Dan', 'Launceston, TAS'))) as [Person]
    await dan.call('POST /api/settings-auto-save', { key: 'town_hidden', value: true })
    // His own distance preference would reveal his place by who finds him.
    await dan.call('POST /api/preferences', { distance: 50 })
    const seen = await observe(dan, attacker)
    expect(JSON.stringify(seen)).toContain('Tasmania')
    for (const city of ['Burnie, TAS', 'Hobart, TAS']) {
      await move(on(leaks, dan), city)
      if (leaks) expect(await observe(dan, attacker)).not.toEqual(seen)
      else expect(await observe(dan, attacker)).toEqual(seen)
    }
    await move(on(leaks, dan), 'Melbourne, VIC')
    expect(await observe(dan, attacker)).not.toEqual(seen)
    await dan.call('DELETE /api/account')
  }, 120_000)
})
