// The members of bench/mixed, in a separate process. Each acts at its own mean pace, however long the last reply
// took, so a slow server does not get fewer requests.
import type { MemberCard } from '@rosella/contract/browse/shapes'
import { MixedMember, type Played } from './mixed-member'
import { LoadMetrics, type Measured } from './mixed-metrics'
import { MARKS_READ, paces, REACTS, READS_AFTER, TO_ONLINE, TO_PHONES } from './mixed-paces'
import { openPhones } from './mixed-phones'
import { plainText } from './plain-text'

export type Asked =
  | { connect: Played[]; phones: Played[]; known: [number, number][] }
  | 'start'
  | 'count'
  | 'read'
  | 'stop'
export type { Measured }

const metrics = new LoadMetrics()
const phones = await openPhones(metrics)
let withPhones: Played[] = []
const members: Actor[] = []
/** Pairs with an existing relation. A like between them may be a repetition, which sends no event. */
const known = new Set<string>()
let running = false
let written = 0

const chance = (share: number) => Math.random() < share
const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]
/** Exponentially distributed, as for independent people: mostly short, sometimes long. */
const pause = (meanSeconds: number) => -Math.log(1 - Math.random()) * meanSeconds * 1000
const later = (meanSeconds: number, act: () => void) => setTimeout(() => running && act(), pause(meanSeconds))

const filters = {
  recent: 40,
  newest: 20,
  'likes-received': 12,
  'viewed-me': 12,
  matched: 6,
  'likes-sent': 5,
  viewed: 5,
}
const drawn = Object.entries(filters).flatMap(([filter, share]) => Array<string>(share).fill(filter))

const searches = [
  { distance: 50 },
  { distance: 25, age_min: 25, age_max: 40 },
  { any: 1, smoking: '-', answered_only: 1 },
  { any: 1, tags: 'chess,jazz' },
  { any: 1, sort: 'newest', new: 1 },
]

class Actor {
  readonly #member: MixedMember
  #cards: MemberCard[] = []
  readonly #pages = new Map<string, number>()

  constructor(
    readonly me: Played,
    private readonly place: number,
  ) {
    this.#member = new MixedMember(me, metrics, (id) => {
      if (chance(REACTS)) later(READS_AFTER, () => void this.#member.emit('react', { id, emoji: '❤️' }))
      if (chance(MARKS_READ)) later(READS_AFTER, () => void this.#member.emit('markRead', id))
    })
  }

  get online(): boolean {
    return this.#member.online
  }

  open = (): Promise<void> => this.#member.open()
  close = (): void => this.#member.close()

  begin(): void {
    const repeat = (meanSeconds: number, act: () => Promise<void>) => {
      later(meanSeconds, () => {
        if (this.online) void act().catch((error) => metrics.failed('driver', error))
        repeat(meanSeconds, act)
      })
    }
    repeat(paces.list, () => this.#list())
    repeat(paces.profile, () => this.#profile())
    repeat(paces.like, () => this.#like())
    repeat(paces.message, () => this.#write())
    repeat(paces.inbox, () => this.#inbox())
    repeat(paces.search, () => this.#search())
    repeat(paces.forYou, () => this.#forYou())
    const leave = () =>
      later(paces.tab, () => {
        this.close()
        later(paces.away, () => {
          void this.open().catch((error) => metrics.failed('driver', error))
          leave()
        })
      })
    leave()
  }

  async #list(): Promise<void> {
    const filter = pick(drawn) ?? 'recent'
    // Most members look at the first page, some at the next, a few go far.
    const pages = this.#pages.get(filter) ?? 1
    const deepest = chance(0.6) ? 1 : chance(0.8) ? 5 : pages
    const p = 1 + Math.floor(Math.random() * Math.min(deepest, pages))
    const reply = await this.#member.call('GET /api/users', { filter, p }, `list ${filter}`)
    if (!reply) return
    this.#pages.set(filter, Math.max(1, reply.pages))
    if (reply.users.length > 0) this.#cards = reply.users
  }

  async #search(): Promise<void> {
    const reply = await this.#member.call('GET /api/search', pick(searches) ?? {}, 'search')
    if (reply && reply.users.length > 0) this.#cards = reply.users
  }

  async #forYou(): Promise<void> {
    const reply = await this.#member.call('GET /api/for-you', {}, 'for you')
    if (reply && reply.users.length > 0) this.#cards = reply.users
  }

  async #profile(): Promise<void> {
    const card = pick(this.#cards)
    if (!card) return
    await this.#member.call('GET /api/view-profile', { url_hash: card.url_hash }, 'profile')
    await this.#member.turnTo(card.id)
  }

  async #like(): Promise<void> {
    if (chance(TO_PHONES)) return this.#likeOneWithPhone()
    const other = chance(TO_ONLINE) ? pick(members)?.me : undefined
    const input = { action: 'like', recipient_id: 0 }
    if (!other) {
      const card = pick(this.#cards)
      if (!card) return
      known.add(`${this.me.id} ${card.id}`)
      await this.#member.call('POST /api/user-action', { ...input, recipient_id: card.id }, 'like')
      return
    }
    if (other === this.me || known.has(`${this.me.id} ${other.id}`)) return
    known.add(`${this.me.id} ${other.id}`)
    const event = `like ${other.id} ${this.me.url_hash}`
    if (members.find(({ me }) => me === other)?.online) metrics.await(event)
    const liked = await this.#member.call(
      'POST /api/user-action',
      { ...input, recipient_id: other.id },
      'like',
    )
    if (!liked) metrics.forgetAll((awaited) => awaited === event)
  }

  async #likeOneWithPhone(): Promise<void> {
    const other = pick(withPhones)
    if (!other || known.has(`${this.me.id} ${other.id}`)) return
    known.add(`${this.me.id} ${other.id}`)
    const event = `push ${other.id} ${this.me.id}`
    phones.expect(other, event)
    const input = { action: 'like', recipient_id: other.id }
    const liked = await this.#member.call('POST /api/user-action', input, 'like')
    if (!liked) metrics.forgetAll((awaited) => awaited === event)
  }

  async #write(): Promise<void> {
    // Two online members talk to each other; other messages go to somebody on the last list.
    const partner = chance(TO_ONLINE) ? members[this.place ^ 1] : undefined
    const receiver_id = partner?.me.id ?? pick(this.#cards)?.id
    if (receiver_id === undefined) return
    const client_id = crypto.randomUUID()
    const message = plainText(this.me.id, ++written)
    const event = `message ${receiver_id} ${message}`
    if (partner?.online) {
      await this.#member.emit('typing', { receiver_id })
      metrics.await(event)
    }
    // All first messages are alike, so the shield asks for confirmation.
    const sent = await this.#member.emit('sendMessage', { receiver_id, message, client_id, sure: true })
    if (!sent) metrics.forgetAll((awaited) => awaited === event)
  }

  /** The messages screen, and the first conversation with something unread. */
  async #inbox(): Promise<void> {
    const reply = await this.#member.call('GET /api/messages', {}, 'messages screen')
    const unread = reply?.m.find(({ r, rd }) => r === this.me.id && !rd)
    if (!unread) return
    await this.#member.emit('fetchMessages', { receiver_id: unread.s })
    await this.#member.emit('markRead', unread.id)
  }
}

async function connect(played: Played[], pairs: [number, number][], phoneOwners: Played[]): Promise<void> {
  for (const pair of pairs) known.add(pair.join(' '))
  members.push(...played.map((me, place) => new Actor(me, place)))
  for (const me of phoneOwners) await phones.subscribe(me)
  withPhones = phoneOwners
  // A few at a time, as on a real server.
  for (let at = 0; at < members.length; at += 20)
    await Promise.all(members.slice(at, at + 20).map((member) => member.open()))
}

process.on('message', async (asked: Asked) => {
  if (asked === 'start') {
    running = true
    for (const member of members) member.begin()
  } else if (asked === 'count') metrics.reset()
  else if (asked === 'read')
    return process.send?.({ ...metrics.read(), online: members.filter(({ online }) => online).length })
  else if (asked === 'stop') {
    running = false
    for (const member of members) member.close()
  } else await connect(asked.connect, asked.known, asked.phones)
  process.send?.('done')
})
// The parent has ended, for whatever reason.
process.on('disconnect', () => process.exit())
process.send?.(phones.service)
