import type { LiveEvent } from '../../domain/live-event'
import type { Greeting } from './queries'
import type { Tab } from './tab'

/** Something to tell the tabs of this process about. Openings stand in the same line as events. */
export type News = LiveEvent | { kind: 'tab.opened'; tab: Tab } | { kind: 'events.missed' }

const gestureNames = { 'like.sent': 'like', 'rose.sent': 'rose', 'message.sent': 'message' } as const
export type Announcement = Greeting & { event: (typeof gestureNames)[keyof typeof gestureNames] }

/** What a batch of news asks for, each thing once. */
export interface Agenda {
  opened: Tab[]
  announcements: Announcement[]
  /** Whose counters may have changed; those of `owed` are told even if they have not. */
  recount: Set<number>
  owed: Set<number>
  changedMembers: Set<number>
  /** Photos that were decided, by their owners. */
  photos: Map<number, string[]>
  settings: boolean
  queues: boolean
  /** Who may see whom has changed. */
  sights: boolean
  /** Events were missed: everyone is told anew. */
  everyone: boolean
}

export function readAgenda(news: readonly News[]): Agenda {
  const agenda: Agenda = {
    opened: [],
    announcements: [],
    recount: new Set(),
    owed: new Set(),
    changedMembers: new Set(),
    photos: new Map(),
    settings: false,
    queues: false,
    sights: false,
    everyone: false,
  }
  for (const one of news) enter(agenda, one)
  return agenda
}

function enter(agenda: Agenda, news: News): void {
  switch (news.kind) {
    case 'tab.opened':
      agenda.opened.push(news.tab)
      agenda.recount.add(news.tab.memberId)
      return
    case 'like.sent':
    case 'rose.sent':
      agenda.announcements.push({ event: gestureNames[news.kind], from: news.from, to: news.to })
      agenda.recount.add(news.to)
      return
    case 'message.sent':
      agenda.announcements.push({ event: gestureNames[news.kind], from: news.from, to: news.to })
      return
    case 'member.viewed':
      agenda.recount.add(news.to)
      return
    case 'lists.seen':
      agenda.recount.add(news.member_id)
      agenda.owed.add(news.member_id)
      return
    case 'block.changed':
      agenda.recount.add(news.from).add(news.to)
      agenda.sights = true
      return
    case 'member.changed':
      agenda.changedMembers.add(news.member_id)
      agenda.sights = true
      return
    case 'member.erased':
      for (const id of news.known) agenda.recount.add(id)
      return
    case 'photo.decided':
      agenda.photos.set(news.member_id, [...(agenda.photos.get(news.member_id) ?? []), news.name])
      return
    case 'queue.changed':
      agenda.queues = true
      return
    case 'settings.changed':
      agenda.settings = true
      return
    case 'events.missed':
      agenda.everyone = agenda.settings = agenda.queues = agenda.sights = true
  }
}
