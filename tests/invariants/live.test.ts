import { type ListFilter, listFilters } from '@rosella/contract/browse/rules'
import type { Calls } from '@rosella/contract/every-endpoint'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import type { TestStream } from '@rosella/testkit/test-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { effectOn } from '../../web/src/features/browse/on-live'
import {
  afterEvent,
  emptyLiveState,
  type LiveEvent,
  type LiveState,
} from '../../web/src/platform/live/live-state'

/**
 * Invariant of live data: after an event, the client's data equals a refetch. Shared state is patched; a list is
 * either kept, and then a refetch returns the same, or invalidated.
 */
type List = Calls['GET /api/users']['reply']

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const act = (from: Person, action: string, to: Person) =>
  from.call('POST /api/user-action', { action, recipient_id: to.id })
const view = (from: Person, to: Person) => from.call('GET /api/view-profile', { url_hash: to.url_hash })
const message = async (from: Person, to: Person) => say(await from.socket(), to, 'Hello')

/** No event announces when members were last active. */
const still = ({ users, ...list }: List): List => ({
  ...list,
  users: users.map(({ last_active_ts: _moves, ...card }) => card).sort((a, b) => a.id - b.id),
})

async function fetchLists(me: Person): Promise<Record<ListFilter, List>> {
  const lists = {} as Record<ListFilter, List>
  for (const filter of listFilters) {
    const list = await me.call('GET /api/users', { filter })
    lists[filter] = filter === 'recent' ? still(list) : list
  }
  return lists
}

/** A client's state, maintained with the functions of the web client. */
class Client {
  live: LiveState = emptyLiveState
  invalidated = new Set<ListFilter>()
  #read = 0

  constructor(
    readonly stream: TestStream,
    readonly lists: Record<ListFilter, List>,
  ) {}

  catchUp(): void {
    const news = this.stream.everything().slice(this.#read) as LiveEvent[]
    this.#read += news.length
    for (const one of news) {
      const before = this.live
      this.live = afterEvent(before, one, { now: 0, path: '/' })
      for (const filter of listFilters) {
        const effect = effectOn({ filter, list: this.lists[filter] }, one, before.topNavAlerts)
        if (effect !== 'none') this.invalidated.add(filter)
      }
    }
  }

  /** The state that the server sends as a whole, except who is online, which may be ten seconds old. */
  get snapshot() {
    const { notificationSettings, topNavAlerts, adminAlerts } = this.live
    return { notificationSettings, topNavAlerts, adminAlerts }
  }

  isOnline(person: Person): boolean {
    this.catchUp()
    return this.live.usersOnline.has(person.id)
  }
}

async function openClient(me: Person, lists: Record<ListFilter, List>): Promise<Client> {
  const stream = await me.stream()
  for (const event of ['settings', 'connections', 'online'] as const) await stream.next(event)
  if (me === app.admin) await stream.next('admin')
  const client = new Client(stream, lists)
  client.catchUp()
  client.invalidated.clear()
  return client
}

interface Action {
  name: string
  /** Actions between the two before the client opens. */
  before?: (anna: Person, ben: Person) => Promise<unknown>
  run: (anna: Person, ben: Person) => Promise<unknown>
  /** The last event that the action causes. */
  until: 'like' | 'rose' | 'message' | 'connections'
  /** The lists that change. */
  changes: ListFilter[]
}

const everywhere = async (anna: Person, ben: Person) => {
  await act(anna, 'fav', ben)
  await view(anna, ben)
}
const cardIn: ListFilter[] = ['recent', 'newest', 'favorites', 'viewed']

const actions: Action[] = [
  {
    name: 'a like',
    before: everywhere,
    run: (anna, ben) => act(ben, 'like', anna),
    until: 'like',
    changes: [...cardIn, 'likes-received'],
  },
  {
    name: 'a like that makes it mutual',
    before: (anna, ben) => act(anna, 'like', ben),
    run: (anna, ben) => act(ben, 'like', anna),
    until: 'like',
    changes: ['recent', 'newest', 'likes-received', 'matched', 'likes-sent'],
  },
  {
    name: 'a rose',
    before: everywhere,
    run: (anna, ben) => act(ben, 'rose', anna),
    until: 'rose',
    changes: [...cardIn, 'roses-received'],
  },
  {
    name: 'a message',
    before: everywhere,
    run: (anna, ben) => message(ben, anna),
    until: 'message',
    changes: cardIn,
  },
  {
    name: 'a message that is read',
    before: (anna, ben) => message(ben, anna),
    run: async (anna, ben) => {
      const { m } = await anna.call('GET /api/messages')
      const unread = m.find((one) => one.s === ben.id)
      await (await anna.socket()).emitWithAck('markRead', unread?.id ?? 0)
    },
    until: 'connections',
    changes: [],
  },
  {
    name: 'a view',
    run: (anna, ben) => view(ben, anna),
    until: 'connections',
    changes: ['viewed-me'],
  },
  {
    name: 'a block by a counted member',
    before: async (anna, ben) => {
      await everywhere(anna, ben)
      await act(ben, 'like', anna)
    },
    run: (anna, ben) => act(ben, 'block', anna),
    until: 'connections',
    changes: [...cardIn, 'likes-received'],
  },
  {
    name: 'the return of a counted member',
    before: async (anna, ben) => {
      await act(ben, 'rose', anna)
      await act(ben, 'block', anna)
    },
    run: (anna, ben) => act(ben, 'unblock', anna),
    until: 'connections',
    changes: ['recent', 'newest', 'roses-received'],
  },
  {
    name: 'an opened list',
    before: (anna, ben) => act(ben, 'like', anna),
    run: (anna) => anna.call('GET /api/users', { filter: 'likes-received' }),
    until: 'connections',
    changes: [],
  },
]

describe('after each event a client has the same data as after a refetch', () => {
  test.each(actions)('$name', async ({ before, run, until, changes }) => {
    const wish = { photos: 3 }
    const cast = await app.members({ username: 'Anna', ...wish }, { username: 'Ben', ...wish })
    const [anna, ben] = cast as [Person, Person]
    const [one] = await app.members({ username: 'Cara', ...wish })
    await act(anna, 'fav', one as Person)
    await before?.(anna, ben)
    // Through impersonation: if the owner opened them, the received lists would count as seen.
    const lists = await fetchLists(await impersonated(anna))
    const client = await openClient(anna, lists)
    await run(anna, ben)
    await client.stream.next(until)
    client.catchUp()
    const fresh = await openClient(anna, lists)
    expect(client.snapshot).toEqual(fresh.snapshot)

    const now = await fetchLists(await impersonated(anna))
    const changed = listFilters.filter((filter) => !isSame(lists[filter], now[filter]))
    expect(changed.sort()).toEqual([...changes].sort())
    expect(changed.filter((filter) => !client.invalidated.has(filter))).toEqual([])
    anna.disconnect()
    ben.disconnect()
  })

  test('who is online, and the admins’ queues', { timeout: 60_000 }, async () => {
    const [ben] = (await app.members('Ben')) as [Person]
    const lists = await fetchLists(app.admin)
    const client = await openClient(app.admin, lists)
    await ben.upload(await testPhoto(99))
    await client.stream.next('admin')
    client.catchUp()
    expect(client.snapshot).toEqual((await openClient(app.admin, lists)).snapshot)
    const bens = await ben.stream()
    await expect.poll(() => client.isOnline(ben), { timeout: 20_000 }).toBe(true)
    expect((await openClient(app.admin, lists)).isOnline(ben)).toBe(true)
    bens.close()
    await expect.poll(() => client.isOnline(ben), { timeout: 20_000 }).toBe(false)
    expect((await openClient(app.admin, lists)).isOnline(ben)).toBe(false)
    expect([...client.invalidated]).toEqual([])
  })
})

const isSame = (one: List, other: List): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The member's session as an impersonating admin, who marks nothing as seen. */
async function impersonated(person: Person): Promise<Person> {
  const { token } = await app.admin.call('POST /api/admin/impersonate', {
    id: person.id,
    reason: 'They asked for help',
  })
  return Object.assign(person.elsewhere(), { token })
}
