import { randomBytes } from 'node:crypto'
import { ByMember } from '../../domain/by-member'
import { inBatches } from '../../domain/in-batches'
import type { LiveEvent } from '../../domain/live-event'
import type { Foundations } from '../../ports/foundations'
import type { EventStream } from '../../ports/route'
import { type Agenda, type Announcement, type News, readAgenda } from './agenda'
import { OnlineLists } from './online-lists'
import { countNews, countQueues, findConcerned, findSenders } from './queries'
import { type Tab, tabOf } from './tab'
import { TipTurns } from './tip-turns'

type Deps = Pick<Foundations, 'db' | 'bus' | 'clock' | 'log' | 'presence' | 'limits' | 'settings'>

const MEMBERS_AT_A_TIME = 500

/**
 * The open streams of this process. What happens anywhere is rendered for those who look here, a batch at a
 * time, so that the work is bounded by who is here and nobody hears old counters after new ones.
 */
export class LiveHub {
  readonly #tabs = new ByMember<Tab>()
  readonly #online: OnlineLists
  readonly #tips: TipTurns
  readonly #stop: (() => void)[]
  readonly #add = inBatches<News>((news) => this.#tell(readAgenda(news)))

  constructor(private readonly deps: Deps) {
    this.#online = new OnlineLists(deps, this.#tabs)
    this.#tips = new TipTurns(deps, this.#tabs)
    this.#stop = [
      deps.bus.subscribe((event) => this.#concerns(event) && this.#add(event)),
      deps.bus.onGap(() => this.#add({ kind: 'events.missed' })),
    ]
  }

  open(stream: EventStream): void {
    const tab = tabOf(stream)
    const forget = this.#tabs.add(tab.memberId, tab)
    const leave = tab.impersonated ? () => {} : this.#enter(tab.memberId)
    stream.onClose(() => {
      forget()
      leave()
    })
    this.#add({ kind: 'tab.opened', tab })
  }

  close(): void {
    for (const stop of this.#stop) stop()
    this.#online.close()
    this.#tips.close()
  }

  #enter(memberId: number): () => void {
    const { presence, log } = this.deps
    // Kept as long as the stream: a UUID of Node's is a chain of twenty strings.
    const connection = randomBytes(18).toString('base64url')
    const missed = (err: unknown) => log.debug({ err }, 'presence was not told')
    const entered = presence.enter(memberId, connection).catch(missed)
    return () => void entered.then(() => presence.leave(memberId, connection)).catch(missed)
  }

  /** Most of what happens on a large site concerns nobody here, and costs nothing here. */
  #concerns(event: LiveEvent): boolean {
    switch (event.kind) {
      case 'like.sent':
      case 'rose.sent':
      case 'message.sent':
      case 'member.viewed':
        return this.#tabs.has(event.to)
      case 'lists.seen':
      case 'photo.decided':
        return this.#tabs.has(event.member_id)
      case 'block.changed':
        return this.#tabs.has(event.from) || this.#tabs.has(event.to)
      case 'member.changed':
      case 'member.erased':
      case 'queue.changed':
      case 'settings.changed':
        return this.#tabs.ids().length > 0
      default:
        return false
    }
  }

  async #tell(agenda: Agenda): Promise<void> {
    const { log } = this.deps
    const { opened } = agenda
    try {
      await this.#tellSettings(agenda.settings ? this.#tabs.all() : opened)
      await this.#tellCounters(agenda)
      await this.#tellGestures(agenda.announcements)
      for (const [memberId, decided] of agenda.photos) {
        for (const tab of this.#tabs.of(memberId)) tab.send('photos', { decided })
      }
      await this.#tellQueues(agenda.queues ? this.#tabs.all() : opened)
    } catch (err) {
      log.warn({ err }, 'live events were not told')
      // Whoever missed something comes back, and is told all anew.
      for (const tab of this.#missedBy(agenda)) tab.close()
    }
    if (opened.length > 0) this.#online.welcome(opened)
    if (agenda.sights) this.#online.schedule()
    void this.#tips.offer(opened)
  }

  #missedBy({ everyone, settings, queues, recount, announcements, opened }: Agenda): Tab[] {
    if (everyone || settings || queues) return this.#tabs.all()
    const members = new Set([...recount, ...announcements.map(({ to }) => to)])
    return [...opened, ...[...members].flatMap((id) => [...this.#tabs.of(id)])]
  }

  async #tellSettings(tabs: readonly Tab[]): Promise<void> {
    if (tabs.length === 0) return
    const { notifications_gap, notification_show_interval } = await this.deps.settings.current()
    for (const tab of tabs) tab.send('settings', { notifications_gap, notification_show_interval })
  }

  /**
   * Told when they have changed: an event that changes nothing would betray a block or a view that nobody
   * may know of.
   */
  async #tellCounters({ recount, owed, changedMembers, everyone }: Agenda): Promise<void> {
    const here = this.#tabs.ids()
    const concerned = await findConcerned(this.deps.db, here, [...changedMembers])
    const asked = everyone ? here : [...new Set([...recount, ...concerned])]
    const members = asked.filter((id) => this.#tabs.has(id))
    for (let at = 0; at < members.length; at += MEMBERS_AT_A_TIME) {
      const counted = await countNews(this.deps.db, members.slice(at, at + MEMBERS_AT_A_TIME))
      for (const [memberId, counters] of counted) {
        const text = JSON.stringify(counters)
        for (const tab of this.#tabs.of(memberId)) {
          if (tab.counters === text && !everyone && !owed.has(memberId)) continue
          tab.counters = text
          tab.send('connections', counters)
        }
      }
    }
  }

  async #tellGestures(announcements: readonly Announcement[]): Promise<void> {
    const senders = await findSenders(this.deps.db, announcements)
    const gestures = new Map(senders.map(({ from, to, gesture }) => [`${from} ${to}`, gesture]))
    for (const { event, from, to } of announcements) {
      const gesture = gestures.get(`${from} ${to}`)
      if (gesture) for (const tab of this.#tabs.of(to)) tab.send(event, gesture)
    }
  }

  async #tellQueues(tabs: readonly Tab[]): Promise<void> {
    const admins = tabs.filter((tab) => tab.admin)
    if (admins.length === 0) return
    const waiting = await countQueues(this.deps.db)
    for (const tab of admins) tab.send('admin', waiting)
  }
}
