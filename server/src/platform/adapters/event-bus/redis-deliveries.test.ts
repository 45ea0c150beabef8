import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { RedisServer } from '@rosella/testkit/redis-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audienceOf, type EventBus, type LiveEvent, type Topic } from '../../ports/event-bus'
import { openRedisBus } from './redis'

const PROCESSES = 16
const MEMBERS = 2_000
/** DELIVERIES=1 plays longer and prints the table of bench/RESULTS.md. */
const isReported = process.env.DELIVERIES === '1'
const SECONDS = isReported ? 12 : 3
/** Activity is published every three seconds by each process. */
const ACTIVITY_EVERY = 3
const MOST_PER_EVENT = 2

/** An event of the site with its number. The audience does not depend on the number. */
type Numbered = LiveEvent & { n: number }
type Via = 'socket' | 'request'

/**
 * Events a second of one member on a busy evening: the paces of bench/mixed-paces.ts, and estimates for what it does
 * not play. `job.due` is left out, because it never leaves its process.
 */
const rates: [perSecond: number, via: Via, make: (me: number, other: number) => LiveEvent][] = [
  [1 / 20, 'socket', (from, to) => ({ kind: 'message.sent', id: 1, from, to })],
  [0.7 / 20, 'socket', (from, to) => ({ kind: 'typing.noted', from, to })],
  [0.7 / 20, 'socket', (reader, sender) => ({ kind: 'message.read', ids: [1], reader, sender })],
  [0.07 / 20, 'socket', (to, from) => ({ kind: 'message.reacted', id: 1, from, to })],
  [1 / 20, 'request', (from, to) => ({ kind: 'member.viewed', from, to })],
  [1 / 60, 'request', (from, to) => ({ kind: 'like.sent', from, to })],
  [0.24 / 15, 'request', (member_id) => ({ kind: 'lists.seen', member_id })],
  [1 / 300, 'request', (from, to) => ({ kind: 'interest.changed', from, to, ended: false })],
  [1 / 1_800, 'request', (from, to) => ({ kind: 'block.changed', from, to })],
  [1 / 1_800, 'request', (one, other) => ({ kind: 'date.changed', id: 1, members: [one, other] })],
  [1 / 1_800, 'request', (member_id) => ({ kind: 'photo.decided', name: 'x', member_id })],
  [1 / 1_800, 'request', () => ({ kind: 'queue.changed' })],
  [1 / 1_800, 'request', (member_id) => ({ kind: 'member.changed', member_id })],
  [1 / 1_800, 'request', (id) => ({ kind: 'session.ended', session_ids: [id] })],
]
/** The share of events that concern somebody online. */
const TO_ONLINE = 0.7
/** Processes that have searched for a member in the last ten minutes, without sticky sessions. */
const SEARCHED_BY = 9

/** A process of the site: its bus, and a wire to Redis that can be cut. */
interface SiteProcess {
  bus: EventBus<Numbered>
  isAlive: boolean
  gaps: number
  /** The number of the first event after it was opened. */
  from: number
  /** How often each event arrived, by number. */
  received: Map<number, number>
  cut(): void
}

/** A topic that a process follows for a member, between two events. */
interface Following {
  at: SiteProcess
  topic: Topic
  from: number
  until: number
  stop(): void
}

interface Member {
  id: number
  stream: SiteProcess
  socket: SiteProcess
  followings: Following[]
}

interface Published {
  event: Numbered
  by: SiteProcess
  /** The number of the next event when it had been stored. */
  end: number
  failed: boolean
}

let redis: RedisServer
beforeAll(async () => {
  redis = await RedisServer.start({ persistent: false })
})
afterAll(() => redis.remove())

async function openWire(): Promise<{ url: string; cut(): void }> {
  const ends = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(new URL(redis.url).port), '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const end of [near, far]) {
      ends.add(end)
      end.on('error', () => {})
      end.on('close', () => ends.delete(end))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `redis://127.0.0.1:${port}`,
    cut() {
      server.close()
      for (const end of ends) end.destroy()
    },
  }
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const isOpen = ({ until }: Following) => until === Number.POSITIVE_INFINITY

/** Sixteen processes with two thousand members online. Remembers what was followed and published. */
class Site {
  readonly processes: SiteProcess[] = []
  readonly members: Member[] = []
  readonly published: Published[] = []
  /** Also those that have ended. */
  readonly #all: SiteProcess[] = []

  constructor(
    private readonly key: string,
    private readonly isSticky: boolean,
  ) {}

  async open(): Promise<void> {
    await Promise.all(Array.from({ length: PROCESSES }, () => this.start()))
    await Promise.all(Array.from({ length: MEMBERS }, (_, n) => this.#enter(n + 1)))
    // Staff at work.
    await Promise.all(this.members.slice(0, 4).map((one) => this.#follow(one, one.stream, 'queues')))
  }

  async start(): Promise<void> {
    const wire = await openWire()
    const bus = await openRedisBus<Numbered>(wire.url, { key: this.key, audienceOf, beatMs: 500 })
    const { length: from } = this.published
    const opened: SiteProcess = { bus, isAlive: true, gaps: 0, from, received: new Map(), cut: wire.cut }
    bus.subscribe(({ n }) => opened.received.set(n, (opened.received.get(n) ?? 0) + 1))
    bus.onGap(() => opened.gaps++)
    this.processes.push(opened)
    this.#all.push(opened)
  }

  /** Its members connect to other processes. A killed process deletes nothing in Redis. */
  async stop(ended: SiteProcess, isKilled: boolean): Promise<void> {
    ended.isAlive = false
    this.processes.splice(this.processes.indexOf(ended), 1)
    if (isKilled) ended.cut()
    const closed = ended.bus.close().then(ended.cut)
    const cutOff = this.members.filter(({ stream, socket }) => stream === ended || socket === ended)
    await Promise.all(cutOff.map((member) => this.move(member)))
    await closed
  }

  /** The member's page is closed, and opened again elsewhere. */
  async move(member: Member): Promise<void> {
    for (const following of member.followings.filter(isOpen)) {
      following.until = this.published.length
      following.stop()
    }
    await this.#connect(member)
  }

  async #enter(id: number): Promise<void> {
    const at = pick(this.processes)
    const member: Member = { id, stream: at, socket: at, followings: [] }
    this.members.push(member)
    await this.#connect(member)
  }

  async #connect(member: Member): Promise<void> {
    member.stream = pick(this.processes)
    member.socket = this.isSticky ? member.stream : pick(this.processes)
    const searched = Array.from({ length: this.isSticky ? 1 : SEARCHED_BY }, () =>
      this.isSticky ? member.stream : pick(this.processes),
    )
    await Promise.all([
      this.#follow(member, member.stream, `stream:${member.id}`),
      this.#follow(member, member.socket, `socket:${member.id}`),
      ...searched.map((at) => this.#follow(member, at, `unlisted:${member.id}`)),
    ])
  }

  async #follow({ followings }: Member, at: SiteProcess, topic: Topic): Promise<void> {
    const stop = await at.bus.follow(topic)
    followings.push({ at, topic, from: this.published.length, until: Number.POSITIVE_INFINITY, stop })
  }

  /** A second of the evening takes as long as Redis needs. */
  async play(
    seconds: number,
    meanwhile: (second: number) => Promise<unknown> = async () => {},
  ): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      const busy = meanwhile(second)
      const due = rates.flatMap(([perSecond, via, make]) => {
        const count = Math.floor(perSecond * MEMBERS + Math.random())
        return Array.from({ length: count }, () => ({ via, make }))
      })
      due.sort(() => Math.random() - 0.5)
      for (let at = 0; at < due.length; at += 20) {
        await Promise.all(due.slice(at, at + 20).map(({ via, make }) => this.#act(via, make)))
        await yieldToEventLoop()
      }
      const moves: [number, number][] = [[1, 1]]
      if (second % ACTIVITY_EVERY === 0)
        await Promise.all(this.processes.map((at) => this.#publish(at, { kind: 'members.active', moves })))
      await busy
    }
  }

  async #act(via: Via, make: (me: number, other: number) => LiveEvent): Promise<void> {
    const me = pick(this.members)
    const other = Math.random() < TO_ONLINE ? pick(this.members).id : MEMBERS + 1
    const at = via === 'socket' ? me.socket : this.isSticky ? me.stream : pick(this.processes)
    if (at.isAlive) await this.#publish(at, make(me.id, other))
  }

  async #publish(by: SiteProcess, event: LiveEvent): Promise<void> {
    const { length: n } = this.published
    const published: Published = {
      event: { ...event, n },
      by,
      end: Number.POSITIVE_INFINITY,
      failed: false,
    }
    this.published.push(published)
    await by.bus.publish([published.event]).catch(() => {
      published.failed = true
    })
    published.end = this.published.length
  }

  /** Events that a running process should have received and has not, or that arrived twice. */
  faults(): string[] {
    const byTopic = this.#followingsByTopic()
    return this.published.flatMap(({ event, end, failed }) => {
      const { n, kind } = event
      const audience = audienceOf(event)
      const followers =
        audience === 'everyone'
          ? this.processes.filter(({ from }) => from <= n)
          : audience
              .flatMap((topic) => byTopic.get(topic) ?? [])
              .filter(({ from, until, at }) => from <= n && end <= until && at.isAlive)
              .map(({ at }) => at)
      const missing = failed ? [] : followers.filter(({ received }) => !received.has(n))
      const twice = this.#all.filter(({ received }) => (received.get(n) ?? 0) > 1)
      return [...missing.map(() => `missing: ${kind} ${n}`), ...twice.map(() => `twice: ${kind} ${n}`)]
    })
  }

  #followingsByTopic(): ReadonlyMap<Topic, Following[]> {
    const byTopic = new Map<Topic, Following[]>()
    for (const following of this.members.flatMap(({ followings }) => followings))
      byTopic.set(following.topic, [...(byTopic.get(following.topic) ?? []), following])
    return byTopic
  }

  /** Events sent to another process, per event. */
  deliveries(): number {
    const sent = this.#all.reduce((sum, { bus }) => sum + bus.totals().delivered, 0)
    return sent / this.published.length
  }

  /** How often other processes read each kind, and how many events the publishing process itself needed. */
  report(name: string): void {
    const byTopic = this.#followingsByTopic()
    const kinds = new Map<string, { events: number; read: number; own: number }>()
    for (const { event, by } of this.published) {
      const { n, kind } = event
      const audience = audienceOf(event)
      const isFollowed = (one: Following) => one.at === by && one.from <= n && n < one.until
      const isOwn = audience === 'everyone' || audience.some((topic) => byTopic.get(topic)?.some(isFollowed))
      const count = kinds.get(kind) ?? { events: 0, read: 0, own: 0 }
      kinds.set(kind, count)
      count.events++
      count.own += isOwn ? 1 : 0
      count.read += this.#all.filter((one) => one !== by && one.received.has(n)).length
    }
    const total = [...kinds.values()].reduce((sum, { own }) => sum + own, 0) / this.published.length
    const each = [...kinds].map(
      ([kind, { events, read, own }]) =>
        `${kind}: ${events} events, ${(read / events).toFixed(2)} to others, ${(own / events).toFixed(2)} own`,
    )
    const sum = `${this.published.length} events, ${this.deliveries().toFixed(2)} deliveries each, ${total.toFixed(2)} own`
    process.stdout.write(`${[`${name}: ${sum}`, ...each].join('\n')}\n`)
  }

  get gaps(): number {
    return this.processes.reduce((sum, { gaps }) => sum + gaps, 0)
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map(({ bus }) => bus.close()))
    for (const { cut } of this.processes) cut()
  }
}

const evenings = [
  { name: 'sticky sessions', isSticky: true, comeAndGo: false },
  { name: 'no sticky sessions', isSticky: false, comeAndGo: false },
  { name: 'sticky sessions, processes come and go', isSticky: true, comeAndGo: true },
  { name: 'no sticky sessions, processes come and go', isSticky: false, comeAndGo: true },
]

test.each(evenings)('at most 2 deliveries per event, and none lost: $name', async (evening) => {
  const { name, isSticky, comeAndGo } = evening
  const site = new Site(`test:${randomUUID()}`, isSticky)
  await site.open()
  await site.play(SECONDS, async (second) => {
    if (!comeAndGo) return
    const moving = Array.from({ length: 50 }, () => site.move(pick(site.members)))
    if (second % 2 === 0) await Promise.all([site.start(), site.stop(pick(site.processes), second % 4 === 0)])
    await Promise.all(moving)
  })
  await expect.poll(() => site.faults().slice(0, 5), { timeout: 15_000 }).toEqual([])
  if (isReported) site.report(name)
  expect(site.gaps).toBe(0)
  expect(site.published.length).toBeGreaterThan(SECONDS * MEMBERS * 0.15)
  expect(site.deliveries()).toBeGreaterThan(0.5)
  expect(site.deliveries()).toBeLessThan(MOST_PER_EVENT)
  await site.close()
})
