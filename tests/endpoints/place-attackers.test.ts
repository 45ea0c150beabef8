import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

/*
 * Attackers who try to locate members: they move their own town as often as they like and record everything that the site
 * reveals: bands, results by distance, totals, what a filter removes, and the order. Two members who must be
 * indistinguishable must give identical records, so that no analysis can tell them apart.
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
let eve: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  // Without rate limits, because a patient attacker has days.
  await app.admin.call('POST /api/admin/settings', { key: 'pages_minute', value: 100_000 })
  ;[eve] = (await app.members({ username: 'Eve', gender: 'f', interested: 'm', photos: 3 })) as [Person]
})
afterAll(() => app.close())

const man = (username: string, city: string) =>
  ({ username, city, gender: 'm', interested: 'w', photos: 3 }) as const
const move = (person: Person, city: string, at: Partial<Position> = {}) =>
  person.call('POST /api/profile-auto-save', { key: 'location', value: { countryCode: 'AU', city, ...at } })

/** Everything Eve can learn about a member from all towns, without the member's own name and id. */
async function observe(target: Person): Promise<unknown[]> {
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

test('positive control: with raw distances the attacker locates a member within 50 m', () => {
  const home = { latitude: -42.9012, longitude: 147.3456 }
  const from = [
    { latitude: -42.87936, longitude: 147.32941 },
    { latitude: -42.97702, longitude: 147.30827 },
    { latitude: -42.78, longitude: 147.56 },
  ]
  const found = trilaterate(
    from.map((place) => ({ from: place, km: km(place, home) })),
    from[0] as Position,
  )
  expect(km(found, home)).toBeLessThan(0.05)
  // With bands alone the attacker gets the same numbers for the whole town.
  const band = (place: Position, at: Position) => [10, 25, 50].findIndex((most) => km(place, at) < most)
  const neighbour = { latitude: -42.9, longitude: 147.33 }
  expect(from.map((place) => band(place, home))).toEqual(from.map((place) => band(place, neighbour)))
})

test('[P3 §3] two members of one town look the same from everywhere, wherever in it they are', async () => {
  const [ben] = (await app.members(man('Ben', 'Launceston, TAS'))) as [Person]
  await move(ben, 'Launceston, TAS', { latitude: -41.45, longitude: 147.16 })
  const seen = await observe(ben)
  await move(ben, 'Launceston, TAS', { latitude: -41.41, longitude: 147.11 })
  expect(await observe(ben)).toEqual(seen)
  // The check works: from another town he looks different.
  await move(ben, 'Burnie, TAS')
  expect(await observe(ben)).not.toEqual(seen)
  await ben.call('DELETE /api/account')
}, 120_000)

test('[P3 §3] a hidden town reveals only its state, also to members who match the preferences', async () => {
  const [dan] = (await app.members(man('Dan', 'Launceston, TAS'))) as [Person]
  await dan.call('POST /api/settings-auto-save', { key: 'town_hidden', value: true })
  // His own distance preference would reveal his place by who finds him.
  await dan.call('POST /api/preferences', { distance: 50 })
  const seen = await observe(dan)
  expect(JSON.stringify(seen)).toContain('Tasmania')
  for (const city of ['Burnie, TAS', 'Hobart, TAS']) {
    await move(dan, city)
    expect(await observe(dan)).toEqual(seen)
  }
  await move(dan, 'Melbourne, VIC')
  expect(await observe(dan)).not.toEqual(seen)
}, 120_000)
