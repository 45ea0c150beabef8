import { setTimeout as sleep } from 'node:timers/promises'
import { signUpPerson, testPhoto } from '@rosella/testkit/members'
import { type Answer, Person } from '@rosella/testkit/person'
import { Chatter } from '../e2e/kill/chatter'
import type { FaultySite } from './site'

export type Kind = 'page' | 'list' | 'gesture' | 'upload'

interface Call {
  kind: Kind
  at: number
  ms: number
  /** 0 if there was no response. */
  status: number
  message: string | undefined
}

const UNAVAILABLE = 'Server error. Please try again later.'
const PATIENCE_MS = 20_000
let photos = 0

/** Members who keep using the site while something breaks, and record every response. */
export class Callers {
  readonly calls: Call[] = []
  readonly chatters: readonly [Chatter, Chatter]
  /** Whether Anna has Ben among her favourites, as last acknowledged. */
  favourite = false
  /** Cara's photos, as acknowledged. */
  readonly uploaded = new Set<string>()
  #stopped = false
  readonly #done: Promise<unknown>

  /** Signs up new members and waits until all kinds of calls succeed. */
  static async begin(site: Pick<FaultySite, 'url'>): Promise<Callers> {
    const nobody = new Person(site.url)
    const people: Person[] = []
    for (const username of ['Anna', 'Ben', 'Cara', 'Dan'])
      people.push(await signUpPerson(site.url, { username }, nobody))
    const [anna, , , dan] = people as [Person, Person, Person, Person]
    // Members who were liked may write without a confirmed address.
    await anna.call('POST /api/user-action', { action: 'like', recipient_id: dan.id })
    await dan.call('POST /api/user-action', { action: 'like', recipient_id: anna.id })
    const callers = new Callers(site, people as [Person, Person, Person, Person])
    await callers.recovered()
    return callers
  }

  private constructor(
    site: Pick<FaultySite, 'url'>,
    readonly people: readonly [Person, Person, Person, Person],
  ) {
    const [anna, ben, cara, dan] = people
    this.chatters = [new Chatter(site.url, anna, dan), new Chatter(site.url, dan, anna)]
    this.#done = Promise.all([
      this.#repeat('page', () =>
        fetch(site.url).then(async (page) => ({ status: page.status, body: await page.text() })),
      ),
      this.#repeat('list', () => ben.try('GET /api/users', { filter: 'newest' })),
      this.#repeat('gesture', () => this.#gesture(anna, ben)),
      this.#repeat('upload', () => this.#upload(cara)),
      ...this.chatters.map((chatter) => this.#chat(chatter)),
    ])
    this.#done.catch(() => {})
  }

  /**
   * Calls that neither succeeded nor returned a clear 503. A lost connection counts unless the process was killed.
   */
  unclear({ killed = false } = {}): Call[] {
    return this.calls.filter(({ kind, status, message, ms }) => {
      if (ms > PATIENCE_MS) return true
      if (status === 0) return !killed
      return kind === 'page' ? status !== 200 : status !== 200 && !(status === 503 && message === UNAVAILABLE)
    })
  }

  answered(kind: Kind, status: number): number {
    return this.calls.filter((call) => call.kind === kind && call.status === status).length
  }

  /** Waits until every kind of call succeeds and messages are delivered; returns the milliseconds. */
  async recovered(): Promise<number> {
    const since = performance.now()
    const said = this.chatters.map((chatter) => chatter.said.length)
    for (;;) {
      const kinds: Kind[] = ['page', 'list', 'gesture', 'upload']
      const good = kinds.map((kind) =>
        this.calls.findLast((call) => call.kind === kind && call.at >= since && call.status === 200),
      )
      const chatting = this.chatters.every((chatter, n) => chatter.said.length > (said[n] ?? 0))
      if (chatting && good.every((call) => call)) return performance.now() - since
      if (performance.now() - since > 60_000) throw new Error('The site did not recover within a minute.')
      await sleep(50)
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#done
    for (const chatter of this.chatters) chatter.disconnect()
  }

  async #repeat(kind: Kind, ask: () => Promise<Answer | { status: number; body: string }>): Promise<void> {
    while (!this.#stopped) {
      const at = performance.now()
      const answer = await ask().catch(() => ({ status: 0, body: '' }))
      const message = typeof answer.body === 'string' ? undefined : answer.body.message
      this.calls.push({ kind, at, ms: performance.now() - at, status: answer.status, message })
      await sleep(120)
    }
  }

  /** Alternately adds and removes; both can be repeated, so a failed call is simply tried again. */
  async #gesture(anna: Person, ben: Person) {
    const wanted = !this.favourite
    const answer = await anna.try('POST /api/user-action', {
      action: wanted ? 'fav' : 'unfav',
      recipient_id: ben.id,
    })
    if (answer.status === 200) this.favourite = wanted
    return answer
  }

  async #upload(cara: Person) {
    const answer = await cara.tryUpload(await testPhoto(1000 + photos++))
    if (answer.status !== 200) return answer
    this.uploaded.add(answer.body.filename)
    const gone = await cara.try('DELETE /api/photo', { photo: answer.body.filename })
    if (gone.status === 200) this.uploaded.delete(answer.body.filename)
    return gone
  }

  async #chat(chatter: Chatter): Promise<void> {
    for (let n = 0; !this.#stopped; n++) {
      await chatter.say(`${chatter.me.id} says ${n} at ${performance.now()}`)
      await sleep(400)
    }
  }
}
