import { everyEndpoint } from '@rosella/contract/every-endpoint'
import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  act,
  crawl,
  crawledByHand,
  elsewhere,
  finish,
  openCrawler,
  reads,
  surfaces,
  view,
  write,
} from './crawler'

/**
 * Both members of a blocked pair request everything. Photo files are left out: approved ones are public under a name
 * with 128 random bits, and this test proves that the name is never revealed.
 */
test('covers every call that could show one member to another', () => {
  const inner = everyEndpoint.filter(
    ({ access, path }) => access !== 'public' && !path.startsWith('/api/admin/'),
  )
  const towards = inner.filter(({ input }) => JSON.stringify(input).includes('"recipient_id"'))
  const seeing = [...inner.filter(({ method }) => method === 'GET'), ...towards]
  const names = seeing.map(({ method, path }) => `${method} ${path}`)
  expect([...Object.keys(surfaces), ...crawledByHand, ...elsewhere].sort()).toEqual(names.sort())
})

type Pair = [Person, Person]
interface Kind {
  names: [string, string]
  /** Returns the messages between the two. */
  meet(pair: Pair): Promise<number[]>
  /** Where each sees the other before the block, which proves that the crawler can find them. */
  shows: [string[], string[]]
}
/** The calls behind surfaces such as 'GET /api/users matched'. */
const routesOf = (shown: string[]) =>
  reads.filter((route) => shown.some((surface) => `${surface} `.startsWith(`${route} `)))
const lists = (...filters: string[]) => filters.map((filter) => `GET /api/users ${filter}`)

const kinds: Record<string, Kind> = {
  strangers: {
    names: ['Quirina', 'Zebedee'],
    meet: async () => [],
    shows: [
      [...lists('recent', 'newest'), 'GET /api/for-you', 'GET /api/search'],
      [...lists('recent', 'newest'), 'GET /api/for-you', 'GET /api/search'],
    ],
  },
  'a one-way like': {
    names: ['Xanthippe', 'Wolfram'],
    meet: async ([one, two]) => {
      await act(one, two, 'like')
      return []
    },
    shows: [lists('likes-sent'), lists('likes-received')],
  },
  'a mutual like': {
    names: ['Yolandia', 'Vladimir'],
    meet: async ([one, two]) => {
      await act(one, two, 'like')
      await act(two, one, 'like')
      return []
    },
    shows: [lists('matched', 'likes-sent'), lists('matched', 'likes-received')],
  },
  'roses, favourites and views': {
    names: ['Ulyssia', 'Thaddeus'],
    meet: async ([one, two]) => {
      for (const [from, to] of [
        [one, two],
        [two, one],
      ] as const) {
        await act(from, to, 'rose', 'fav')
        await view(from, to)
      }
      return []
    },
    shows: [
      lists('roses-sent', 'roses-received', 'favorites', 'viewed', 'viewed-me'),
      lists('roses-sent', 'roses-received', 'favorites', 'viewed', 'viewed-me'),
    ],
  },
  'a conversation': {
    names: ['Philippa', 'Octavian'],
    meet: async ([one, two]) => [await write(one, two), await write(two, one)],
    shows: [
      ['GET /api/messages', 'socket messageHistory'],
      ['GET /api/messages', 'socket messageHistory'],
    ],
  },
  'an accepted date': {
    names: ['Rosamunde', 'Sylvester'],
    meet: async ([one, two]) => {
      const messages = [await write(one, two), await write(two, one)]
      const [socket, other] = [await one.socket(), await two.socket()]
      const at_ts = Math.floor(Date.now() / 1000) + 2 * 86_400
      const plan = { receiver_id: two.id, at_ts, place: 'Cafe Numbat', note: 'See you' }
      const answer = await socket.emitWithAck('planDate', plan)
      const id = answer.ok ? (answer.id ?? 0) : 0
      expect(await other.emitWithAck('answerDate', { id, answer: 'accept' })).toMatchObject({ ok: true })
      socket.disconnect()
      other.disconnect()
      return messages
    },
    shows: [['GET /api/dates'], ['GET /api/dates']],
  },
}

describe('[P2 §4] a block works both ways: neither member sees the other', () => {
  let app: TestApp
  let cara: Person
  const photosOf = new Map<Person, string[]>()

  beforeAll(async () => {
    app = await openTestApp({ on: 'postgres' })
    // Ids that cannot be mistaken for counts, ages or hours.
    await sql`select setval(pg_get_serial_sequence('member', 'id'), 7310000)`.execute(app.db)
  })
  afterAll(() => app.close())

  const open = (me: Person, other: Person) => openCrawler(me, other, photosOf.get(other) ?? [])

  describe.each(Object.entries(kinds))('%s', (_kind, { names, meet, shows }) => {
    let pair: Pair
    let messages: number[]
    beforeAll(async () => {
      // A new third member for each kind, because of the limit of 30 messages in 10 seconds.
      ;[cara] = (await app.members('Cara')) as [Person]
      pair = (await app.members(...names.map((username) => ({ username, photos: 3 })))) as Pair
      for (const person of pair) {
        const photos = await person.call('GET /api/photos')
        expect(photos).toHaveLength(3)
        photosOf.set(
          person,
          photos.map(({ filename }) => filename),
        )
      }
      messages = await meet(pair)
    })

    test.each([
      ['first', 0, 1],
      ['second', 1, 0],
    ] as const)(
      'blocked by the %s: nothing is visible; unblocked: everything is back',
      async (_who, a, b) => {
        const blocker = pair[a]
        const blocked = pair[b]
        await act(blocker, blocked, 'block')

        const walkers = [await open(blocker, blocked), await open(blocked, blocker)] as const
        // In the second round Cara has written to both.
        const nothing = { viewed_me: 0, likes_received: 0, roses_received: 0, unread: a }
        expect(walkers.map(({ counters }) => counters)).toEqual([nothing, nothing])
        for (const walker of walkers) {
          await crawl(walker, Object.keys(surfaces), messages)
          const [socket] = walker.sockets
          walker.look(
            'socket answer',
            await socket?.emitWithAck('sendMessage', { receiver_id: walker.other.id, message: 'Hello?' }),
          )
        }
        // The blocking member still sees the block: at that URL, in the settings and in the export.
        const known = ['GET /api/blocked-users', 'GET /api/my-data', 'GET /api/view-profile']
        expect(await finish(walkers[0], cara)).toEqual(known)
        expect(await finish(walkers[1], cara)).toEqual([])
        const { user, photos } = await view(blocker, blocked)
        expect([user.is_blocked, user.photo, photos]).toEqual([true, null, []])

        await act(blocker, blocked, 'unblock')
        const again = [await open(pair[0], pair[1]), await open(pair[1], pair[0])] as const
        for (const [side, walker] of again.entries()) {
          const back = [...(shows[side] ?? []), 'GET /api/view-profile']
          await crawl(walker, routesOf(back), [])
          expect(await finish(walker, cara)).toEqual(expect.arrayContaining(back))
        }
      },
    )
  })
})
