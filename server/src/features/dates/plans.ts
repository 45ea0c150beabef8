import type { DateEvent, DatePlan } from '@rosella/contract/dates/endpoints'
import {
  AHEAD_SECONDS,
  isOpenPlan,
  morningAfter,
  noteText,
  onOneLine,
  type PlanState,
  planProblem,
  REMIND_SECONDS,
} from '@rosella/contract/dates/rules'
import { memberStatus } from '@rosella/contract/member/status'
import type { ClientPayload } from '@rosella/contract/messages/socket'
import { SITE_TIME_ZONE } from '@rosella/contract/settings/rules'
import { type Selectable, sql } from 'kysely'
import { lockReachablePair } from '../../members/contact-rules'
import { lockVisiblePair, visibleInRelation } from '../../members/visible-members'
import type { Tables } from '../../platform/database/tables'
import { type Emit, type Reader, type Tx, withTransaction } from '../../platform/database/transaction'
import type { FileReply } from '../../platform/http/route'
import type { Viewer } from '../../platform/http/viewer'
import { enqueue } from '../../platform/jobs/enqueue'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import type { ScamShield } from '../safety/index'

export type PlanDeps = Pick<Services, 'db' | 'bus' | 'clock' | 'rateLimits'> & { shield: ScamShield }
type Planner = Pick<Viewer, 'id' | 'impersonator'>
type Plan = Selectable<Tables['date_plan']>

const DAY = 86_400
/** Suggestions that a member may make in 24 hours, altogether and to one other member. */
const SUGGESTIONS = 30
const SUGGESTIONS_TO_ONE = 10

/** Suggests a date. Everything is checked while the pair is locked, so a block or a pause is entirely before or after. */
export async function planDate(
  deps: PlanDeps,
  viewer: Planner,
  input: ClientPayload<'planDate'>,
): Promise<{ id: number }> {
  if (viewer.impersonator !== null) throw new Problem('access.impersonating')
  const { receiver_id: other, at_ts } = input
  if (other === viewer.id) throw new Problem('gesture.self')
  const now = deps.clock.now()
  const text = checkText({ place: onOneLine(input.place), note: noteText(input.note) })
  checkTime(at_ts, now)
  const words = await readText(deps, { sender_id: viewer.id, receiver_id: other }, textOf(text), input.sure)
  await countSuggestion(deps, viewer.id, other)
  const added = await withTransaction(deps, async (tx, emit) => {
    await lockActive(tx, viewer.id, other)
    const { mine, theirs } = await lockReachablePair(tx, viewer.id, other)
    if (!mine.wrote || !theirs.wrote) throw new Problem('date.stranger')
    const [low_id, high_id] = [Math.min(viewer.id, other), Math.max(viewer.id, other)]
    const open = await tx
      .selectFrom('date_plan')
      .where('low_id', '=', low_id)
      .where('high_id', '=', high_id)
      .where('state', 'in', ['proposed', 'accepted'])
      .select(['id', 'at_ts'])
      .executeTakeFirst()
    if (open && open.at_ts > now) throw new Problem('date.open')
    if (open) await closePlans(tx, now, open.id)
    const { id } = await tx
      .insertInto('date_plan')
      .values({
        ...{ low_id, high_id, by_low: viewer.id === low_id, at_ts, ...text, state: 'proposed' },
        ...{ time_zone: await zoneOf(tx, viewer.id), created_ts: now, changed_ts: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueueNotice(tx, emit, { member_id: other, what: 'proposed', id, ts: at_ts }, now)
    emit({ kind: 'date.changed', id, members: [low_id, high_id] })
    return { id, text_id: await words.store(tx, id, now) }
  })
  await words.record(added.text_id)
  return { id: added.id }
}

/** Repeating an answer changes nothing, so two devices may send the same one. */
export async function answerDate(
  deps: PlanDeps,
  viewer: Planner,
  input: ClientPayload<'answerDate'>,
): Promise<{ id: number }> {
  if (viewer.impersonator !== null) throw new Problem('access.impersonating')
  const now = deps.clock.now()
  const { id, answer } = input
  const found = await deps.db
    .selectFrom('date_plan')
    .where('id', '=', id)
    .select(['low_id', 'high_id', 'place'])
    .executeTakeFirst()
  const other = found && partnerIn(found, viewer.id)
  if (!other) throw new Problem('date.unknown')
  const suggests = answer === 'suggest'
  const place = suggests && input.place !== undefined ? onOneLine(input.place) : ''
  // Another time alone says nothing.
  const pair = { sender_id: viewer.id, receiver_id: other }
  const words =
    place === '' || place === found.place ? undefined : await readText(deps, pair, place, input.sure)
  if (suggests) await countSuggestion(deps, viewer.id, other)
  const text_id = await withTransaction(deps, async (tx, emit) => {
    if (answer === 'accept' || answer === 'suggest') await lockActive(tx, viewer.id, other)
    await lockVisiblePair(tx, viewer.id, other, 'date.unknown')
    const plan = await tx
      .selectFrom('date_plan')
      .where('id', '=', id)
      .forUpdate()
      .selectAll()
      .executeTakeFirst()
    if (!plan) throw new Problem('date.unknown')
    const change = changeOf(plan, viewer.id, input, now)
    if (!change) return undefined
    const changed = {
      ...plan,
      ...change,
      ...(answer === 'suggest' && { time_zone: await zoneOf(tx, viewer.id) }),
      changed_ts: now,
    }
    const { id: _id, ...columns } = changed
    await tx.updateTable('date_plan').set(columns).where('id', '=', id).execute()
    await announce(tx, emit, { before: plan, after: changed, by: viewer.id, other }, now)
    return words?.store(tx, id, now)
  })
  if (text_id !== undefined) await words?.record(text_id)
  return { id }
}

const textOf = ({ place, note }: { place: string; note: string }): string =>
  note === '' ? place : `${place}\n${note}`

/**
 * The scam shield reads what a member writes in a plan like a message: it may ask the sender first, and warns the
 * receiver. Each text is stored apart from the plan, so that a report has it after it was replaced.
 */
async function readText(
  { shield }: PlanDeps,
  pair: { sender_id: number; receiver_id: number },
  text: string,
  sure = false,
) {
  const scanned = await shield.scan(pair, { text })
  if (scanned && !sure) await shield.ask(pair, scanned)
  return {
    async store(tx: Tx, plan_id: number, ts: number): Promise<number> {
      const row = { ...pair, plan_id, text, ts }
      return (await tx.insertInto('date_text').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
    async record(id: number): Promise<void> {
      if (scanned) await shield.record(pair, { id, signs: scanned.signs })
    },
  }
}

/** The columns that an answer changes; undefined if the plan is as the member wants it already. */
function changeOf(
  plan: Plan,
  me: number,
  { answer, at_ts, place }: ClientPayload<'answerDate'>,
  now: number,
): Partial<Plan> | undefined {
  const byMe = plan.by_low === (plan.low_id === me)
  const isOpen = isOpenPlan(plan.state) && plan.at_ts > now
  switch (answer) {
    case 'accept':
      if (byMe && plan.state === 'proposed') throw new Problem('date.own')
      if (!isOpen) throw new Problem('date.over')
      // The other may have suggested something else at the same moment.
      if (at_ts !== undefined && at_ts !== plan.at_ts) throw new Problem('date.changed')
      if (place !== undefined && onOneLine(place) !== plan.place) throw new Problem('date.changed')
      return plan.state === 'accepted' ? undefined : { state: 'accepted', accepted_ts: now }
    case 'decline':
      if (plan.state === 'declined' && !byMe) return undefined
      if (!isOpen) throw new Problem('date.over')
      if (byMe) throw new Problem('date.own')
      if (plan.state === 'accepted') throw new Problem('date.changed')
      return { state: 'declined' }
    case 'cancel':
      if (plan.state === 'cancelled') return undefined
      if (!isOpen) throw new Problem('date.over')
      return { state: 'cancelled' }
    case 'suggest': {
      if (!isOpen) throw new Problem('date.over')
      if (at_ts === undefined) throw new Problem('date.time')
      checkTime(at_ts, now)
      const text = checkText({ place: place === undefined ? plan.place : onOneLine(place), note: '' })
      const by_low = plan.low_id === me
      // A note belongs to the member who wrote it.
      const note = byMe ? plan.note : ''
      return { state: 'proposed', accepted_ts: null, at_ts, place: text.place, note, by_low }
    }
  }
}

interface Change {
  before: Plan
  after: Plan
  by: number
  other: number
}

/** Publishes the change, and queues the emails and pushes that follow from it. */
async function announce(
  tx: Tx,
  emit: Emit,
  { before, after, by, other }: Change,
  now: number,
): Promise<void> {
  const { id, at_ts: ts } = after
  emit({ kind: 'date.changed', id, members: [by, other] })
  const notice = (member_id: number, what: 'proposed' | 'accepted' | 'cancelled' | 'reminder' | 'feedback') =>
    ({ member_id, what, id, ts }) as const
  if (after.state === 'proposed') await enqueueNotice(tx, emit, notice(other, 'proposed'), now)
  if (after.state === 'cancelled' && before.state === 'accepted')
    await enqueueNotice(tx, emit, notice(other, 'cancelled'), now)
  if (after.state !== 'accepted') return
  await enqueueNotice(tx, emit, notice(other, 'accepted'), now)
  for (const member of [by, other]) {
    if (ts - REMIND_SECONDS > now)
      await enqueueNotice(tx, emit, notice(member, 'reminder'), now, ts - REMIND_SECONDS)
    const asked = morningAfter(ts, await zoneOf(tx, member))
    await enqueueNotice(tx, emit, notice(member, 'feedback'), now, asked)
  }
}

type Notice = Parameters<typeof enqueue<'date-notice'>>[2]['payload']

const enqueueNotice = (tx: Tx, emit: Emit, payload: Notice, now: number, runAt = now) => {
  const dedupeKey = `date ${payload.what} ${payload.id} ${payload.member_id} ${payload.ts}`
  return enqueue(tx, emit, { kind: 'date-notice', payload, now, runAt, dedupeKey })
}

/** The zone that the member's browser reported. */
export async function zoneOf(db: Reader, memberId: number): Promise<string> {
  const account = await db
    .selectFrom('account')
    .where('member_id', '=', memberId)
    .select('time_zone')
    .executeTakeFirst()
  return account?.time_zone || SITE_TIME_ZONE
}

/**
 * Locks both members before their relation, so that a pause, a suspension or a ban, which cancel all plans of a member,
 * cannot miss one that is being made.
 */
async function lockActive(tx: Tx, me: number, other: number): Promise<void> {
  const members = await tx
    .selectFrom('member')
    .where('id', 'in', [me, other])
    .orderBy('id')
    .forShare()
    .select(['id', 'status', 'paused'])
    .execute()
  const own = members.find(({ id }) => id === me)
  if (own?.status !== memberStatus.active) throw new Problem('session.none')
  if (own.paused) throw new Problem('date.own-pause')
  if (members.some(({ paused }) => paused)) throw new Problem('date.paused')
}

async function countSuggestion({ rateLimits }: PlanDeps, me: number, other: number): Promise<void> {
  for (const [key, limit] of [
    [`dates ${me}`, SUGGESTIONS],
    [`dates ${me} ${other}`, SUGGESTIONS_TO_ONE],
  ] as const) {
    const { allowed, waitSeconds } = await rateLimits.hit(key, { limit, seconds: DAY })
    if (!allowed) throw new Problem('date.limit', {}, undefined, waitSeconds)
  }
}

export function checkText<T extends { place: string; note: string }>(text: T): T {
  const problem = planProblem(text)
  if (problem) throw new Problem(problem)
  return text
}

function checkTime(at: number, now: number): void {
  if (at <= now || at > now + AHEAD_SECONDS) throw new Problem('date.time')
}

const partnerIn = ({ low_id, high_id }: Pick<Plan, 'low_id' | 'high_id'>, me: number): number | null =>
  low_id === me ? high_id : high_id === me ? low_id : null

/** A date whose time has come is past, whether or not this has run yet. */
export async function closePlans(db: Reader, now: number, id?: number): Promise<void> {
  await db
    .updateTable('date_plan')
    .set({ state: 'past' })
    .where('state', 'in', ['proposed', 'accepted'])
    .where('at_ts', '<=', now)
    .$if(id !== undefined, (query) => query.where('id', '=', id as number))
    .execute()
}

type Row = Plan & {
  partner_id: number | null
  username: string | null
  url_hash: string | null
  photo: string | null
  photo_sizes: boolean
  visible: boolean
  met: boolean | null
  again: boolean | null
  uncomfortable: boolean | null
  check_in_id: number | null
}

/** More than a member can plan in a year at the limit of one open plan per pair. */
const LISTED = 200

/** The viewer's plans (indexes date_plan_low, date_plan_high), or one of them. */
async function readPlans(db: Reader, me: number, id?: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with own as (
      select p.*, p.high_id as partner_id from date_plan p where p.low_id = ${me}
      union all select p.*, p.low_id from date_plan p where p.high_id = ${me}
    )
    select p.*, m.username, m.url_hash, m.photo,
      exists (select from photo ph where ph.name = m.photo and ph.has_sizes) as photo_sizes,
      coalesce(${visibleInRelation(me)}, false) as visible, f.met, f.again, f.uncomfortable,
      (select max(c.id) from check_in c where c.plan_id = p.id and c.member_id = ${me}) as check_in_id
    from own p
    left join member m on m.id = p.partner_id
    left join relation r on r.me = ${me} and r.other = m.id
    left join date_feedback f on f.plan_id = p.id and f.member_id = ${me}
    where ${id === undefined ? sql`true` : sql`p.id = ${id}`}
    order by p.at_ts desc limit ${LISTED}`.execute(db)
  return rows
}

/** As the viewer sees it: an open plan with somebody they can't see any more is cancelled, whatever the reason. */
function stateOf({ state, at_ts, visible }: Row, now: number): PlanState {
  if (!isOpenPlan(state)) return state
  if (at_ts <= now) return 'past'
  return visible ? state : 'cancelled'
}

function presentPlan(row: Row, me: number, zone: string, now: number): DatePlan {
  const { id, at_ts, place, time_zone, visible, met, again, uncomfortable, check_in_id } = row
  const state = stateOf(row, now)
  const wasAccepted = state === 'past' && row.accepted_ts !== null
  return {
    ...{ id, at_ts, place, time_zone, state, check_in_id },
    note: visible ? row.note : '',
    by_me: row.by_low === (row.low_id === me),
    partner_id: visible ? row.partner_id : null,
    partner: visible
      ? {
          username: row.username ?? '',
          url_hash: row.url_hash ?? '',
          photo: row.photo,
          photo_sizes: row.photo_sizes,
        }
      : null,
    asks: wasAccepted && met === null && now >= morningAfter(at_ts, zone),
    feedback: met === null ? null : { met, again, uncomfortable },
  }
}

/** Upcoming plans first, the next one at the top; then the others, the latest at the top. */
export async function listPlans(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
): Promise<DatePlan[]> {
  const now = clock.now()
  const zone = await zoneOf(db, viewer.id)
  const all = (await readPlans(db, viewer.id)).map((row) => presentPlan(row, viewer.id, zone, now))
  const isOpen = ({ state }: DatePlan) => isOpenPlan(state)
  const dates = [...all.filter(isOpen).reverse(), ...all.filter((plan) => !isOpen(plan))]
  // An admin who acts as the member sees neither check-ins nor answers.
  const hidden = { asks: false, feedback: null, check_in_id: null }
  return viewer.impersonator === null ? dates : dates.map((plan) => ({ ...plan, ...hidden }))
}

/** The event of a plan for one of the two; undefined if they can't see the other. */
export async function findDateEvent(
  db: Reader,
  id: number,
  me: number,
  now: number,
): Promise<DateEvent | undefined> {
  const [row] = await readPlans(db, me, id)
  if (!row?.visible || row.partner_id === null) return undefined
  const { at_ts, place, note, partner_id } = row
  const by_me = row.by_low === (row.low_id === me)
  return { id, partner_id, at_ts, place, note, state: stateOf(row, now), by_me }
}

/** An accepted plan that the viewer can see. */
export async function findAcceptedPlan(db: Reader, me: number, id: number, now: number): Promise<Row> {
  const [row] = await readPlans(db, me, id)
  if (!row?.visible) throw new Problem('date.unknown')
  const state = stateOf(row, now)
  if (state !== 'accepted' && !(state === 'past' && row.accepted_ts !== null))
    throw new Problem('date.not-accepted')
  return row
}

/** RFC 5545. The title has the other's first name, because the file is for the member alone. */
export async function dateCalendar(
  { db, clock, site }: Pick<Services, 'db' | 'clock' | 'site'>,
  viewer: Pick<Viewer, 'id'>,
  id: number,
): Promise<FileReply> {
  const plan = await findAcceptedPlan(db, viewer.id, id, clock.now())
  const host = new URL(site.url).hostname
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${calendarText(site.name)}//Dates//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:date-${id}@${host}`,
    `DTSTAMP:${utc(plan.changed_ts)}`,
    `DTSTART:${utc(plan.at_ts)}`,
    `DTEND:${utc(plan.at_ts + 2 * 3600)}`,
    `SUMMARY:${calendarText(`Date with ${plan.username ?? ''}`)}`,
    `LOCATION:${calendarText(plan.place)}`,
    ...(plan.note ? [`DESCRIPTION:${calendarText(plan.note)}`] : []),
    `URL:${site.url}/dates`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  const body = Buffer.from(`${lines.map(folded).join('\r\n')}\r\n`)
  return { name: `date-${id}.ics`, type: 'text/calendar; charset=utf-8', body }
}

const utc = (ts: number): string => new Date(ts * 1000).toISOString().replace(/[-:]|\.\d{3}/g, '')

const calendarText = (text: string): string =>
  text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r?\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')

const LINE_BYTES = 75

/** A line has at most 75 bytes; the next one begins with a space. Never cuts a character. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > LINE_BYTES) {
      parts.push(part)
      part = ' '
    }
    part += character
  }
  return [...parts, part].join('\r\n')
}
