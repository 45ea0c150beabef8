import { ONLINE_EVERY } from '@rosella/contract/live/stream'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ByMember } from '../../domain/by-member'
import type { Viewer } from '../../domain/viewer'
import type { Db } from '../../ports/database'
import type { Presence } from '../../ports/presence'
import { OnlineLists } from './online-lists'
import { type Tab, tabOf } from './tab'

const compiler = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const [ANNA, BEN, MALLORY] = [1, 2, 3]

/** Who is online by our word; time stands still until it is moved. */
let online: number[]
let isAway: boolean
let changed: () => void
let tabs: ByMember<Tab>
let lists: OnlineLists

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  online = [ANNA]
  isAway = false
  tabs = new ByMember()
  const db = {
    getExecutor: () => compiler.getExecutor(),
    executeQuery: async ({ sql }: { sql: string }) => ({
      rows: sql.includes('array_agg') ? [{ ids: online }] : [],
    }),
  } as unknown as Db
  const presence = {
    async online() {
      if (isAway) throw new Error('Connection is closed.')
      return online
    },
    onChange(listener: () => void) {
      changed = listener
      return () => {}
    },
  } as unknown as Presence
  lists = new OnlineLists({ db, log: pino({ level: 'silent' }), presence }, tabs)
})
afterEach(() => {
  lists.close()
  vi.useRealTimers()
})

/** What the tab has been told comes in `heard`; `leave` closes it. */
function openTab(id: number) {
  const heard: string[] = []
  const viewer = { id, admin: false, impersonator: null } as Viewer
  const send = (_event: string, list: unknown) => void heard.push(String(list))
  const tab = tabOf({ viewer, send, close: () => {}, onClose: () => {} })
  const leave = tabs.add(id, tab)
  lists.welcome([tab])
  return { heard, leave }
}

/** Somebody opens a tab every 20 ms and leaves the one before. */
async function openTabsFor(seconds: number): Promise<void> {
  for (let at = 0; at < seconds * 50; at++) {
    const { leave } = openTab(MALLORY)
    await vi.advanceTimersByTimeAsync(20)
    leave()
  }
}

test('[D10] one who opens tabs all the time keeps nobody from hearing who is online', async () => {
  const { heard } = openTab(ANNA)
  await openTabsFor(1)
  expect(heard).toEqual([''])
  online = [BEN, ANNA]
  changed()
  // Who comes is told who is there, as quickly as ever.
  const second = openTab(ANNA)
  await openTabsFor(1.1)
  expect(second.heard).toEqual([`${BEN}`])
  // Who was told before hears of it when their ten seconds are over, and not before.
  await openTabsFor(ONLINE_EVERY - 2.2)
  expect(heard).toEqual([''])
  await openTabsFor(1.5)
  expect(heard).toEqual(['', `${BEN}`])
})

test('[D10] one who comes and goes all the time is told of to nobody more than every 10 seconds', async () => {
  const { heard } = openTab(ANNA)
  for (let second = 0; second < 60; second++) {
    online = second % 2 ? [ANNA] : [MALLORY, ANNA]
    changed()
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(heard.length).toBeGreaterThan(2)
  expect(heard.length).toBeLessThanOrEqual(1 + 60 / ONLINE_EVERY)
})

test('[D10] who could not be told who is online is told a moment later, though nobody comes or goes', async () => {
  online = [BEN, ANNA]
  isAway = true
  const { heard } = openTab(ANNA)
  await vi.advanceTimersByTimeAsync(5000)
  expect(heard).toEqual([])
  isAway = false
  await vi.advanceTimersByTimeAsync(1500)
  expect(heard).toEqual([`${BEN}`])
})
