import { listFilters } from '@rosella/contract/browse/rules'
import { everyEndpoint } from '@rosella/contract/every-endpoint'
import { gestures } from '@rosella/contract/gestures/rules'
import type { Person, RouteName } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/**
 * Every way in which one member's screen could name another, walked by both sides of a blocked pair. Files of
 * photos are no such way: approved ones are public by a name of 128 random bits (decision 6), and what is
 * proved here is that the name is never told.
 */
type Walk = (other: Person) => Record<string, unknown>[]
const nothingMore: Walk = () => [{}]
const surfaces: Record<string, Walk> = {
  'GET /api/user': nothingMore,
  'GET /api/sessions': nothingMore,
  'GET /api/photos': nothingMore,
  'GET /api/user-settings': nothingMore,
  'GET /api/blocked-users': nothingMore,
  'GET /api/my-reports': nothingMore,
  'GET /api/messages': nothingMore,
  'GET /api/tags': nothingMore,
  'GET /api/limits': nothingMore,
  'GET /api/saved-searches': nothingMore,
  'GET /api/search': nothingMore,
  'GET /api/users': () => listFilters.map((filter) => ({ filter })),
  'GET /api/view-profile': ({ url_hash }) => [{ url_hash }],
  // Blocking once more changes nothing; unblocking would end the walk.
  'POST /api/user-action': ({ id }) =>
    gestures.filter((action) => action !== 'unblock').map((action) => ({ action, recipient_id: id })),
}
/** The stream and the sockets are walked by hand below. */
const walkedByHand = ['GET /api/notifications']
/** Not answers about others: what one has written and done oneself, as a packed file; and a report, kept. */
const elsewhere = ['GET /api/my-data', 'POST /api/report-user']

test('every call by which a member could see another one is walked', () => {
  const inner = everyEndpoint.filter(({ access }) => access !== 'public' && access !== 'admin')
  const towards = inner.filter(({ input }) => JSON.stringify(input).includes('"recipient_id"'))
  const seeing = [...inner.filter(({ method }) => method === 'GET'), ...towards]
  const names = seeing.map(({ method, path }) => `${method} ${path}`)
  expect([...Object.keys(surfaces), ...walkedByHand, ...elsewhere].sort()).toEqual(names.sort())
})

type Pair = [Person, Person]
const act = async (from: Person, to: Person, ...actions: string[]) => {
  for (const action of actions) await from.call('POST /api/user-action', { action, recipient_id: to.id })
}
const view = (from: Person, to: Person) => from.call('GET /api/view-profile', { url_hash: to.url_hash })
const write = async (from: Person, to: Person) => {
  const socket = await from.socket()
  const id = await say(socket, to, 'G’day')
  socket.disconnect()
  return id
}

interface Kind {
  names: [string, string]
  /** Answers the messages between the two. */
  meet(pair: Pair): Promise<number[]>
  /** Where each sees the other by it, so that the walk is known to find something where there is something. */
  shows: [string[], string[]]
}
const lists = (...filters: string[]) => filters.map((filter) => `GET /api/users ${filter}`)

const kinds: Record<string, Kind> = {
  strangers: {
    names: ['Quirina', 'Zebedee'],
    meet: async () => [],
    shows: [
      [...lists('recent', 'newest'), 'GET /api/search'],
      [...lists('recent', 'newest'), 'GET /api/search'],
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
}

describe('[P2 §4] blocking is two-way: neither side sees the other', () => {
  let app: TestApp
  let cara: Person
  let bound: Set<string>
  const photosOf = new Map<Person, string[]>()

  beforeAll(async () => {
    app = await openTestApp({ on: 'postgres' })
    // Ids that are no count, age or hour: a number found is the member.
    await sql`select setval(pg_get_serial_sequence('member', 'id'), 7310000)`.execute(app.db)
    bound = new Set(app.server.routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`))
  })
  afterAll(() => app.close())

  /** Someone who may call everything, and the surfaces on which they have been told of the other. */
  async function open(me: Person, other: Person) {
    const words = [other.url_hash, other.username, ...(photosOf.get(other) ?? [])]
    const telltale = new RegExp(`(?<!\\d)${other.id}(?!\\d)|${words.join('|')}`, 'i')
    const found = new Set<string>()
    const look = (surface: string, answer: unknown) => {
      if (telltale.test(JSON.stringify(answer))) found.add(surface)
    }
    const stream = await me.stream()
    const counters = await stream.next('connections')
    const sockets = [await me.socket(), await me.socket({ receiver_id: other.id })]
    for (const socket of sockets) socket.onAny((event, ...args) => look(`socket ${event}`, args))
    return { me, other, found, look, stream, counters, sockets }
  }
  type Walker = Awaited<ReturnType<typeof open>>

  async function walk({ me, other, look, sockets }: Walker, routes: string[], messages: number[]) {
    for (const route of routes.filter((each) => bound.has(each))) {
      for (const input of surfaces[route]?.(other) ?? []) {
        const { body } = await me.try(route as RouteName, input)
        look(input.filter ? `${route} ${input.filter}` : route, body)
      }
    }
    for (const socket of sockets) {
      look('socket answer', await socket.emitWithAck('fetchMessages', { receiver_id: other.id }))
      for (const id of messages) {
        look('socket answer', await socket.emitWithAck('markRead', id))
        look('socket answer', await socket.emitWithAck('delete', id))
      }
    }
  }

  /** Once a third one has come through, everything before has; then all that came is known. */
  async function finish({ me, found, look, stream }: Walker): Promise<string[]> {
    await write(cara, me)
    await stream.next('message')
    for (const { event, data } of stream.everything()) look(`stream ${event}`, data)
    me.disconnect()
    return [...found].sort()
  }

  describe.each(Object.entries(kinds))('%s', (_kind, { names, meet, shows }) => {
    let pair: Pair
    let messages: number[]
    beforeAll(async () => {
      // A third one for each kind: nobody may write more than 30 messages in 10 seconds.
      ;[cara] = (await app.cast('Cara')) as [Person]
      pair = (await app.cast(...names.map((username) => ({ username, photos: 3 })))) as Pair
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
    ] as const)('blocked by the %s: nothing anywhere; unblocked, everything is back', async (_who, a, b) => {
      const blocker = pair[a]
      const blocked = pair[b]
      await act(blocker, blocked, 'block')

      const walkers = [await open(blocker, blocked), await open(blocked, blocker)] as const
      const nothing = { viewed_me: 0, likes_received: 0, roses_received: 0 }
      expect(walkers.map(({ counters }) => counters)).toEqual([nothing, nothing])
      for (const walker of walkers) {
        await walk(walker, Object.keys(surfaces), messages)
        const [socket] = walker.sockets
        walker.look(
          'socket answer',
          await socket?.emitWithAck('sendMessage', { receiver_id: walker.other.id, message: 'Hello?' }),
        )
      }
      // Of whom they blocked, the blocker sees that they did: at that address and in the settings.
      const known = ['GET /api/blocked-users', 'GET /api/view-profile'].filter((route) => bound.has(route))
      expect(await finish(walkers[0])).toEqual(known)
      expect(await finish(walkers[1])).toEqual([])
      const { user, photos } = await view(blocker, blocked)
      expect([user.is_blocked, user.photo, photos]).toEqual([true, null, []])

      await act(blocker, blocked, 'unblock')
      const again = [await open(pair[0], pair[1]), await open(pair[1], pair[0])] as const
      const reads = Object.keys(surfaces).filter((route) => route.startsWith('GET'))
      for (const [side, walker] of again.entries()) {
        await walk(walker, reads, [])
        const seen = await finish(walker)
        expect(seen).toEqual(expect.arrayContaining([...(shows[side] ?? []), 'GET /api/view-profile']))
      }
    })
  })
})
