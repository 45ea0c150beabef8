import type { LearnedWeights } from '@rosella/contract/browse/exposure'
import {
  CandidateTable,
  SEEN_LATELY_DAYS,
} from '@rosella/server/features/browse/suggestions/matching/candidate-table'
import type { KnownRelations } from '@rosella/server/features/browse/suggestions/matching/find-candidates'
import {
  cardOf,
  type ShownCard,
} from '@rosella/server/features/browse/suggestions/matching/learn-pair-weights'
import { type Weights, weights } from '@rosella/server/features/browse/suggestions/matching/weights'
import { attends, DAY, likes, START, type Town, type TownMember } from './town'

/** The most likes that a member answers on one day. */
const ANSWERS_A_DAY = 10
/** A like expires if it is not opened for this many days. */
const PATIENCE = 14

/** An append-only set of numbers. A Set would take ten times the memory. */
class Ids {
  #table = new Int32Array(32)
  #size = 0

  has(id: number): boolean {
    for (let at = Math.imul(id, 0x9e3779b1) >>> 0; ; at++) {
      const found = this.#table[at & (this.#table.length - 1)] as number
      if (found === 0) return false
      if (found === id) return true
    }
  }

  add(id: number): void {
    if (this.has(id)) return
    if (++this.#size * 2 > this.#table.length) {
      const before = this.#table
      this.#table = new Int32Array(before.length * 2)
      for (const one of before) if (one !== 0) this.#put(one)
    }
    this.#put(id)
  }

  #put(id: number): void {
    let at = Math.imul(id, 0x9e3779b1) >>> 0
    while (this.#table[at & (this.#table.length - 1)] !== 0) at++
    this.#table[at & (this.#table.length - 1)] = id
  }
}

export interface MemberState {
  shown: number
  liked: number
  saw: number
  sent: number
  lastActive: number
  /** Views by day of the simulation. */
  views: Uint16Array
  suggested: Ids
  done: Ids
  /** Unanswered likes: the sender and the day. */
  pending: [id: number, day: number][]
  mutual: number
  /** Likes answered on the day of the last visit. */
  answered: number
  answeredOn: number
  /** The lists that the site may learn from, the oldest first. Kept of some members only. */
  lists: { day: number; ids: readonly number[]; liked: boolean[] }[]
}

/** As on the site. */
const MOST_LISTS = 3000
const LEARNED_DAYS = 29

/** The state of a town under one policy. */
export class World {
  readonly states: MemberState[]
  likesSent = 0
  mutual = 0
  unanswered = 0
  /** The weights with which the site scores pairs. */
  weights: Weights = weights
  /** The weights that the site learned last. */
  learned: LearnedWeights | undefined
  readonly #keepsListsOfEvery: number

  constructor(
    readonly town: Town,
    readonly days: number,
  ) {
    this.states = town.people.map((person) => ({
      shown: 0,
      liked: 0,
      saw: 0,
      sent: 0,
      lastActive: person.joined < 0 ? -Math.ceil(1 / person.hidden.attendance) : person.joined,
      views: new Uint16Array(days),
      suggested: new Ids(),
      done: new Ids(),
      pending: [],
      mutual: 0,
      answered: 0,
      answeredOn: -1,
      lists: [],
    }))
    this.#keepsListsOfEvery = Math.ceil(town.people.length / MOST_LISTS)
  }

  person = (id: number): TownMember => this.town.people[id - 1] as TownMember
  of = (id: number): MemberState => this.states[id - 1] as MemberState

  /** The members as the site knows them on the morning of a day. */
  candidateTable(day: number): CandidateTable {
    const members = this.town.people.filter(({ joined }) => joined < day || day === 0)
    const table = new CandidateTable(members.length, this.weights, START + day * DAY)
    for (const { facts, joined } of members) {
      if (joined >= day) continue
      const { shown, liked, saw, sent, lastActive, views } = this.of(facts.id)
      let seen_week = 0
      for (let d = Math.max(0, day - 6); d < day; d++) seen_week += views[d] as number
      let seen_lately = 0
      for (let d = Math.max(0, day - SEEN_LATELY_DAYS + 1); d < day; d++) seen_lately += views[d] as number
      table.add({
        ...facts,
        // Noon, on average.
        active_ts: START + (lastActive + 0.5) * DAY,
        suggestable: day - lastActive <= 90,
        shown,
        liked,
        saw,
        sent,
        seen_week,
        seen_lately,
        picked: 0,
        expected: 0,
      })
    }
    return table
  }

  known = (id: number): KnownRelations => {
    const { done, suggested, pending } = this.of(id)
    const likedMe = pending.map(([from]) => from)
    const passedMe = { has: (other: number) => this.of(other).suggested.has(id) && !likedMe.includes(other) }
    return { never: done, recent: suggested, likedMe, passedMe }
  }

  isPresent = (id: number, day: number): boolean => attends(this.person(id), day)

  /** A member sees their suggestions and likes some of them. */
  openSuggestions(id: number, day: number, ids: readonly number[]): void {
    const me = this.of(id)
    const person = this.person(id)
    const liked = ids.map((other) => likes(this.town, person, this.person(other)))
    if (id % this.#keepsListsOfEvery === 0) me.lists.push({ day, ids, liked })
    for (const [at, other] of ids.entries()) {
      const them = this.of(other)
      me.suggested.add(other)
      me.saw++
      them.shown++
      them.views[day] = (them.views[day] as number) + 1
      if (!liked[at]) continue
      me.sent++
      them.liked++
      this.likesSent++
      me.done.add(other)
      const place = me.pending.findIndex(([from]) => from === other)
      if (place < 0) them.pending.push([id, day])
      else if (this.#answersLeft(me, day) > 0) {
        me.pending.splice(place, 1)
        me.answered++
        this.#match(me, them)
      }
    }
  }

  /** The cards that the site learns from on the morning of a day. */
  shownCards(table: CandidateTable, day: number): ShownCard[] {
    const viewers = this.states.flatMap(({ lists }, at) => (lists.length > 0 ? [at + 1] : []))
    const most = Math.min(LEARNED_DAYS, Math.floor(MOST_LISTS / Math.max(1, viewers.length)))
    return viewers.flatMap((id) => {
      const viewer = table.slotOf(id)
      if (viewer === undefined) return []
      const bands = this.town.bandsFrom(table.town[viewer] as number)
      const { lists } = this.of(id)
      return lists.flatMap(({ day: on, ids, liked }, at) => {
        if (on < day - LEARNED_DAYS || at < lists.length - Math.max(1, most)) return []
        const before = new Set(lists.slice(0, at).flatMap((list) => list.ids))
        return ids.flatMap((other, place) => {
          const slot = before.has(other) ? undefined : table.slotOf(other)
          return slot === undefined ? [] : [cardOf(table, viewer, slot, bands, liked[place] as boolean)]
        })
      })
    })
  }

  #answersLeft(me: MemberState, day: number): number {
    if (me.answeredOn !== day) [me.answeredOn, me.answered] = [day, 0]
    return ANSWERS_A_DAY - me.answered
  }

  answer(id: number, day: number): void {
    const me = this.of(id)
    const fresh = me.pending.filter(([, since]) => since > day - PATIENCE)
    this.unanswered += me.pending.length - fresh.length
    const left = this.#answersLeft(me, day)
    const opened = left > 0 ? fresh.splice(-left, left) : []
    me.pending = fresh
    for (const [from] of opened) {
      me.done.add(from)
      this.of(from).done.add(id)
      if (likes(this.town, this.person(id), this.person(from))) this.#match(me, this.of(from))
    }
  }

  #match(one: MemberState, other: MemberState): void {
    one.mutual++
    other.mutual++
    this.mutual++
  }
}
