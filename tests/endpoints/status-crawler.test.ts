import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { act, crawl, finish, openCrawler, reads, startOver, surfaces, view, write } from './crawler'

/**
 * A member with every kind of relation to another disappears. The other requests everything, including their own
 * export, and finds nothing of them. Views in stealth mode stay hidden as well.
 */
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  // Ids that cannot be mistaken for counts, ages or hours.
  await sql`select setval(pg_get_serial_sequence('member', 'id'), 7420000)`.execute(app.db)
})
afterAll(() => app.close())

/** Except for the third member's message. */
const NOTHING = { viewed_me: 0, likes_received: 0, roses_received: 0, unread: 1 }
const photosOf = async (person: Person) =>
  (await person.call('GET /api/photos')).map(({ filename }) => filename)
const setStatus = ({ id }: Person, status: number) =>
  app.admin.call('POST /api/admin/member', { id, status, reason: 'A test' })
const logIn = async (person: Person) => {
  const { email, password } = person
  const { token } = await Object.assign(person, { token: '' }).call('POST /api/login', { email, password })
  person.token = token
}

interface Way {
  names: [string, string]
  go(person: Person): Promise<unknown>
  back?(person: Person): Promise<unknown>
}
const ways: Record<string, Way> = {
  deactivated: {
    names: ['Quirina', 'Zebedee'],
    go: (person) => person.call('POST /api/deactivate-account'),
    back: logIn,
  },
  suspended: {
    names: ['Xanthippe', 'Wolfram'],
    go: (person) => setStatus(person, 3),
    back: (person) => setStatus(person, 2),
  },
  banned: {
    names: ['Yolandia', 'Vladimir'],
    go: (person) => setStatus(person, 4),
    back: (person) => setStatus(person, 2),
  },
  erased: {
    names: ['Ulyssia', 'Thaddeus'],
    go: (person) => person.call('DELETE /api/account'),
  },
}

describe('[D §1] a deactivated, suspended, banned or erased member does not exist for others', () => {
  test.each(Object.entries(ways))('%s', async (_way, { names, go, back }) => {
    const wishes = names.map((username) => ({ username, photos: 3, premium: true }))
    const [anna, other, third] = (await app.members(...wishes, 'Cara')) as [Person, Person, Person]
    const messages = [await write(anna, other), await write(other, anna)]
    for (const [from, to] of [
      [anna, other],
      [other, anna],
    ] as const) {
      await act(from, to, 'like', 'rose', 'fav')
      await view(from, to)
    }
    const photos = await photosOf(other)
    const open = () => openCrawler(anna, other, photos)
    const before = await open()
    await crawl(before, reads, [])
    const everywhere = [...before.found].filter((surface) => !surface.startsWith('socket'))
    expect(everywhere.length).toBeGreaterThan(9)

    await go(other)
    // For a client that was connected all the time, and for one that connects afterwards.
    await startOver(before, third)
    const after = await open()
    expect(after.counters).toEqual(NOTHING)
    for (const walker of [before, after]) {
      await crawl(walker, Object.keys(surfaces), messages)
      const [socket] = walker.sockets
      const said = { receiver_id: other.id, message: 'Hello?' }
      walker.look('socket answer', await socket?.emitWithAck('sendMessage', said))
      const report = { recipient_id: other.id, report_reason: 'Something else' }
      walker.look('POST /api/report-user', (await anna.try('POST /api/report-user', report)).body)
    }
    // The other member no longer has a connection.
    after.stream.close()
    expect([...after.found]).toEqual([])
    expect(await finish(before, third)).toEqual([])
    for (const name of photos) expect((await fetch(`${app.url}/media/lg/${name}.jpg`)).status, name).toBe(404)

    if (!back) return
    await back(other)
    await app.jobsDone()
    const again = await open()
    await crawl(again, reads, [])
    expect((await finish(again, third)).filter((surface) => everywhere.includes(surface))).toEqual(
      everywhere.sort(),
    )
    for (const name of photos) expect((await fetch(`${app.url}/media/lg/${name}.jpg`)).status).toBe(200)
  })
})

test('[D §5] a view in stealth mode is never revealed, not in an export, and not after stealth mode ends', async () => {
  // They do not match each other's preferences, so no list shows them to each other.
  const suits = { gender: 'f', interested: 'm', photos: 3, premium: true } as const
  const [anna, sly, plain, third] = (await app.members(
    { username: 'Philippa', ...suits },
    { username: 'Octavia', ...suits },
    { username: 'Rosalind', ...suits },
    'Cara',
  )) as [Person, Person, Person, Person]
  await sly.call('POST /api/settings-auto-save', { key: 'stealth_mode', value: true })
  const others = reads.filter((route) => route !== 'GET /api/view-profile')
  const unseen = await openCrawler(anna, sly, await photosOf(sly))
  const seen = await openCrawler(anna.elsewhere(), plain, await photosOf(plain))
  await view(sly, anna)
  await view(plain, anna)
  await crawl(seen, others, [])
  expect(await finish(seen, third)).toEqual(
    expect.arrayContaining(['GET /api/my-data', 'GET /api/users viewed-me']),
  )
  await crawl(unseen, others, [])
  await sly.call('POST /api/settings-auto-save', { key: 'stealth_mode', value: false })
  await crawl(unseen, others, [])
  // A member's own request for a conversation names the partner.
  expect(await finish(unseen, third)).toEqual(['socket messageHistory'])
})
