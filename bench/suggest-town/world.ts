import type { Known } from '@rosella/server/features/browse/suggestions/matching/candidates'
import { Roster, SEEN_LATELY_DAYS } from '@rosella/server/features/browse/suggestions/matching/roster'
import { weights } from '@rosella/server/features/browse/suggestions/matching/weights'
import { DAY, isHere, likes, START, type Town, type Townsman } from './town'

/** Nobody answers more likes than this on one day. */
const ANSWERS_A_DAY = 10
/** A like that nobody looked at for so long is forgotten. */
const PATIENCE = 14

/** Numbers, added only; a Set would take ten times the room. */
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

export interface Standing {
  shown: number
  liked: number
  saw: number
  sent: number
  lastActive: number
  /** Impressions by day of the simulation. */
  views: Uint16Array
  suggested: Ids
  done: Ids
  /** Likes that wait for an answer: who, and since when. */
  waiting: [id: number, day: number][]
  mutual: number
  /** Likes answered on the last day they were here. */
  answered: number
  answeredOn: number
}

/** One policy's course of events in a town. */
export class World {
  readonly standing: Standing[]
  likesSent = 0
  mutual = 0
  unanswered = 0

  constructor(
    readonly town: Town,
    readonly days: number,
  ) {
    this.standing = town.people.map((person) => ({
      shown: 0,
      liked: 0,
      saw: 0,
      sent: 0,
      lastActive: person.joined < 0 ? -Math.ceil(1 / person.hidden.presence) : person.joined,
      views: new Uint16Array(days),
      suggested: new Ids(),
      done: new Ids(),
      waiting: [],
      mutual: 0,
      answered: 0,
      answeredOn: -1,
    }))
  }

  person = (id: number): Townsman => this.town.people[id - 1] as Townsman
  of = (id: number): Standing => this.standing[id - 1] as Standing

  /** As the site knows its members on the morning of a day. */
  roster(day: number): Roster {
    const members = this.town.people.filter(({ joined }) => joined < day || day === 0)
    const roster = new Roster(members.length, weights, START + day * DAY)
    for (const { facts, joined } of members) {
      if (joined >= day) continue
      const { shown, liked, saw, sent, lastActive, views } = this.of(facts.id)
      let seen_week = 0
      for (let d = Math.max(0, day - 6); d < day; d++) seen_week += views[d] as number
      let seen_lately = 0
      for (let d = Math.max(0, day - SEEN_LATELY_DAYS + 1); d < day; d++) seen_lately += views[d] as number
      roster.add({
        ...facts,
        // At noon, on average.
        active_ts: START + (lastActive + 0.5) * DAY,
        suggestable: day - lastActive <= 90,
        shown,
        liked,
        saw,
        sent,
        seen_week,
        seen_lately,
        picked: 0,
      })
    }
    return roster
  }

  known = (id: number): Known => {
    const { done, suggested, waiting } = this.of(id)
    const likedMe = waiting.map(([from]) => from)
    const passedMe = { has: (other: number) => this.of(other).suggested.has(id) && !likedMe.includes(other) }
    return { never: done, lately: suggested, likedMe, passedMe }
  }

  isPresent = (id: number, day: number): boolean => isHere(this.person(id), day)

  /** Somebody looks at their suggestions, and then answers the likes that came. */
  look(id: number, day: number, ids: readonly number[]): void {
    const me = this.of(id)
    const person = this.person(id)
    for (const other of ids) {
      const them = this.of(other)
      me.suggested.add(other)
      me.saw++
      them.shown++
      them.views[day] = (them.views[day] as number) + 1
      if (!likes(this.town, person, this.person(other))) continue
      me.sent++
      them.liked++
      this.likesSent++
      me.done.add(other)
      const place = me.waiting.findIndex(([from]) => from === other)
      if (place < 0) them.waiting.push([id, day])
      else if (this.#answersLeft(me, day) > 0) {
        me.waiting.splice(place, 1)
        me.answered++
        this.#match(me, them)
      }
    }
  }

  #answersLeft(me: Standing, day: number): number {
    if (me.answeredOn !== day) [me.answeredOn, me.answered] = [day, 0]
    return ANSWERS_A_DAY - me.answered
  }

  answer(id: number, day: number): void {
    const me = this.of(id)
    const fresh = me.waiting.filter(([, since]) => since > day - PATIENCE)
    this.unanswered += me.waiting.length - fresh.length
    const left = this.#answersLeft(me, day)
    const looked = left > 0 ? fresh.splice(-left, left) : []
    me.waiting = fresh
    for (const [from] of looked) {
      me.done.add(from)
      this.of(from).done.add(id)
      if (likes(this.town, this.person(id), this.person(from))) this.#match(me, this.of(from))
    }
  }

  #match(one: Standing, other: Standing): void {
    one.mutual++
    other.mutual++
    this.mutual++
  }
}
