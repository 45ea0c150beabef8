import { setTimeout as sleep } from 'node:timers/promises'
import type {
  answerCheckIn as answerCall,
  answerOwnCheckIn as answerOwnCall,
  CheckIn,
  readOwnCheckIn as readOwnCall,
  saveCheckIn as saveCall,
} from '@rosella/contract/dates/endpoints'
import {
  AHEAD_SECONDS,
  ALERT_SECONDS,
  CHECK_INS_MAX,
  type CheckInState,
  CONTACTS_MAX,
  graces,
  isContactName,
  LATER_SECONDS,
  LATERS_MAX,
  LONGEST_DATE_SECONDS,
  onOneLine,
} from '@rosella/contract/dates/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { ageAt } from '@rosella/contract/member/rules'
import { hasLink } from '@rosella/contract/messages/rules'
import type { Selectable, Updateable } from 'kysely'
import { lockMember } from '../../members/sessions'
import type { Tables } from '../../platform/database/tables'
import { type Emit, type Reader, type Tx, withTransaction } from '../../platform/database/transaction'
import { assertDeliverable, normaliseAddress } from '../../platform/email/address'
import type { Viewer } from '../../platform/http/viewer'
import { enqueue } from '../../platform/jobs/enqueue'
import type { JobPayloads } from '../../platform/jobs/job-kinds'
import { Problem } from '../../platform/problem'
import { newPhotoName } from '../../platform/secret'
import type { Services } from '../../platform/services'
import { findByOwnKey, hashContactAddress, ownKey, queueContactEmail } from './contacts'
import { checkText, findAcceptedPlan, zoneOf } from './plans'

type CheckInRow = Selectable<Tables['check_in']>
type ContactRow = Selectable<Tables['check_in_contact']>
type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'rateLimits'> & { contactSecret: Buffer }

/** New addresses that a member may ask to be contacts. Also counted for addresses that are never emailed. */
const INVITES = [
  { limit: 9, seconds: 86_400 },
  { limit: 20, seconds: 30 * 86_400 },
]

export const dueTs = ({ ask_ts, grace }: Pick<CheckInRow, 'ask_ts' | 'grace'>): number => ask_ts + grace * 60

/** The order of the deadlines: the next one first, ended check-ins last. */
export async function listCheckIns(
  deps: Pick<Deps, 'db' | 'contactSecret'>,
  { id: memberId, email }: Pick<Viewer, 'id' | 'email'>,
): Promise<CheckIn[]> {
  const { db } = deps
  const rows = await db
    .selectFrom('check_in')
    .where('member_id', '=', memberId)
    .orderBy('at_ts')
    .orderBy('id')
    .selectAll()
    .execute()
  const contacts = await readContacts(
    db,
    rows.map(({ id }) => id),
  )
  const isOver = ({ state }: CheckInRow) => state === 'ended'
  return [...rows.filter((row) => !isOver(row)), ...rows.filter(isOver).reverse()].map((row) => ({
    id: row.id,
    date_id: row.plan_id,
    name: row.name,
    place: row.place,
    at_ts: row.at_ts,
    end_ts: row.end_ts,
    grace: row.grace,
    time_zone: row.time_zone,
    state: row.state,
    ask_ts: row.ask_ts,
    alert_ts: dueTs(row),
    laters_left: LATERS_MAX - row.laters,
    helps: row.helps,
    contacts: contacts.filter(({ check_in_id }) => check_in_id === row.id).map(presentContact),
    key: ownKey(deps, row.id, email),
  }))
}

const presentContact = ({ name, email, state }: ContactRow) => ({ name, email, state })

const readContacts = async (db: Reader, ids: readonly number[]): Promise<ContactRow[]> =>
  ids.length === 0
    ? []
    : db.selectFrom('check_in_contact').where('check_in_id', 'in', ids).orderBy('id').selectAll().execute()

type Input = InputOf<typeof saveCall>
interface NewContact {
  name: string
  email: string
  address_hash: Buffer
}

/** Starts or changes a check-in. The reply and its time are the same for every address. */
export async function saveCheckIn(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'email'>,
  input: Input,
): Promise<ReplyOf<typeof saveCall>> {
  const now = deps.clock.now()
  const { email_confirmed } = await deps.db
    .selectFrom('account')
    .where('member_id', '=', viewer.id)
    .select('email_confirmed')
    .executeTakeFirstOrThrow()
  if (!email_confirmed) throw new Problem('check-in.confirm-first')
  const facts = await checkFacts(deps, viewer, input, now)
  const contacts = checkContacts(deps, viewer, input.contacts)
  await countInvites(deps, viewer.id, input.id, contacts)
  return withTransaction(deps, async (tx, emit) => {
    await lockMember(tx, viewer.id)
    const schedule = { state: 'waiting', ask_ts: input.end_ts, laters: 0, changed_ts: now } as const
    const times = { at_ts: input.at_ts, end_ts: input.end_ts, grace: input.grace, ...schedule }
    let id = input.id
    if (id === undefined) {
      await assertRoom(tx, viewer.id)
      const row = { ...facts, ...times, member_id: viewer.id, created_ts: now }
      const added = await tx.insertInto('check_in').values(row).returning('id').executeTakeFirstOrThrow()
      id = added.id
    } else {
      const row = await lockCheckIn(tx, viewer.id, id)
      if (row.state === 'alerted' || row.state === 'ended') throw new Problem('check-in.over')
      await tx
        .updateTable('check_in')
        .set({ ...facts, ...times })
        .where('id', '=', id)
        .execute()
    }
    await replaceContacts({ tx, emit }, { memberId: viewer.id, id, contacts }, now)
    await scheduleDeadlines(
      tx,
      emit,
      { member_id: viewer.id, id, ask_ts: input.end_ts, grace: input.grace },
      now,
    )
    emit({ kind: 'check-in.changed', id, member_id: viewer.id })
    return { id, contacts: (await readContacts(tx, [id])).map(presentContact) }
  })
}

/** Who, where and until when. Of the other member only what the viewer sees now is stored. */
async function checkFacts({ db }: Deps, viewer: Pick<Viewer, 'id'>, input: Input, now: number) {
  const { at_ts, end_ts, grace } = input
  if (!(graces as readonly number[]).includes(grace)) throw new Problem('check-in.grace')
  if (at_ts > now + AHEAD_SECONDS || at_ts < now - LONGEST_DATE_SECONDS) throw new Problem('date.time')
  if (end_ts <= now || end_ts < at_ts || end_ts > at_ts + LONGEST_DATE_SECONDS)
    throw new Problem('check-in.time')
  const time_zone = await zoneOf(db, viewer.id)
  if (input.date_id !== undefined)
    return { ...(await factsOfPlan(db, viewer.id, input.date_id, now)), time_zone }
  const name = onOneLine(input.name ?? '')
  if (name === '' || [...name].length > 40 || hasLink(name)) throw new Problem('check-in.name')
  const { place } = checkText({ place: onOneLine(input.place ?? ''), note: '' })
  const nobody = { plan_id: null, other_id: null, age: null, photo: null, photo_alias: null }
  // A change keeps the date that the check-in was started for.
  return input.id === undefined ? { ...nobody, name, place, time_zone } : { name, place, time_zone }
}

async function factsOfPlan(db: Reader, me: number, planId: number, now: number) {
  const plan = await findAcceptedPlan(db, me, planId, now)
  const other = await db
    .selectFrom('member')
    .where('id', '=', plan.partner_id ?? 0)
    .select(['birthday', 'photo'])
    .executeTakeFirst()
  return {
    plan_id: planId,
    other_id: plan.partner_id,
    name: plan.username ?? '',
    age: other?.birthday ? ageAt(other.birthday, now) : null,
    photo: other?.photo ?? null,
    photo_alias: other?.photo ? newPhotoName() : null,
    place: plan.place,
  }
}

function checkContacts(deps: Deps, viewer: Pick<Viewer, 'email'>, given: Input['contacts']): NewContact[] {
  if (given.length === 0 || given.length > CONTACTS_MAX) throw new Problem('check-in.contacts')
  const own = hashContactAddress(deps, viewer.email)
  const contacts: NewContact[] = []
  for (const one of given) {
    const name = onOneLine(one.name)
    if (!isContactName(name)) throw new Problem('check-in.contact-name')
    const email = normaliseAddress(one.email.trim())
    assertDeliverable(email)
    const address_hash = hashContactAddress(deps, email)
    if (address_hash.equals(own)) throw new Problem('check-in.contact-self')
    if (contacts.some((other) => other.address_hash.equals(address_hash)))
      throw new Problem('check-in.contacts')
    contacts.push({ name, email, address_hash })
  }
  return contacts
}

async function assertRoom(tx: Tx, memberId: number): Promise<void> {
  const { n } = await tx
    .selectFrom('check_in')
    .where('member_id', '=', memberId)
    .where('state', '<>', 'ended')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) >= CHECK_INS_MAX) throw new Problem('check-in.limit', { n: CHECK_INS_MAX })
}

interface Step {
  tx: Tx
  emit: Emit
}

const isSame = (one: { address_hash: Uint8Array }, other: NewContact): boolean =>
  other.address_hash.equals(one.address_hash)

/** Before the transaction, because a slow store of limits must not keep rows locked. */
async function countInvites(
  { db, rateLimits }: Deps,
  memberId: number,
  id: number | undefined,
  contacts: readonly NewContact[],
): Promise<void> {
  const own = db.selectFrom('check_in').where('member_id', '=', memberId).select('id')
  if (id !== undefined && !(await own.where('id', '=', id).executeTakeFirst()))
    throw new Problem('check-in.unknown')
  const known = id === undefined ? [] : await readContacts(db, [id])
  for (const contact of contacts) {
    if (known.some((one) => isSame(one, contact))) continue
    const { allowed, waitSeconds } = await rateLimits.hit(`contacts ${memberId}`, ...INVITES)
    if (!allowed) throw new Problem('check-in.invites', {}, undefined, waitSeconds)
  }
}

/** Contacts that stay keep their answer. A person who has confirmed for another check-in of the member need not again. */
async function replaceContacts(
  { tx, emit }: Step,
  { memberId, id, contacts }: { memberId: number; id: number; contacts: readonly NewContact[] },
  now: number,
): Promise<void> {
  const before = await readContacts(tx, [id])
  const gone = before.filter((one) => !contacts.some((other) => isSame(one, other)))
  if (gone.length > 0)
    await tx
      .deleteFrom('check_in_contact')
      .where(
        'id',
        'in',
        gone.map((one) => one.id),
      )
      .execute()
  for (const contact of contacts) {
    const known = before.find((one) => isSame(one, contact))
    if (known) {
      await tx
        .updateTable('check_in_contact')
        .set({ name: contact.name })
        .where('id', '=', known.id)
        .execute()
      continue
    }
    const confirmed = await tx
      .selectFrom('check_in_contact as k')
      .innerJoin('check_in as c', 'c.id', 'k.check_in_id')
      .where('c.member_id', '=', memberId)
      .where('k.address_hash', '=', contact.address_hash)
      .where('k.state', '=', 'confirmed')
      .select('k.id')
      .executeTakeFirst()
    const added = await tx
      .insertInto('check_in_contact')
      .values({ check_in_id: id, ...contact, ...(confirmed && { state: 'confirmed' as const }) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const invite = { id: added.id, about: 'invite' } as const
    if (!confirmed) await queueContactEmail(tx, emit, { member_id: memberId, round: 0 }, invite, now)
  }
}

/** A job for each deadline. A job whose deadline has moved does nothing. */
async function scheduleDeadlines(
  tx: Tx,
  emit: Emit,
  { member_id, id, ...row }: { member_id: number; id: number; ask_ts: number; grace: number },
  now: number,
): Promise<void> {
  for (const runAt of [row.ask_ts, dueTs(row)]) {
    const payload = { member_id, check_in_id: id }
    await enqueue(tx, emit, { kind: 'check-in', payload, now, runAt, dedupeKey: `check-in ${id} ${runAt}` })
  }
}

/** Every decision about a check-in locks its row first, so that of an answer and an alert only one can win. */
async function lockCheckIn(tx: Tx, memberId: number, id: number): Promise<CheckInRow> {
  const row = await tx
    .selectFrom('check_in')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  if (!row) throw new Problem('check-in.unknown')
  return row
}

export async function answerCheckIn(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  { id, answer, helps }: InputOf<typeof answerCall>,
): Promise<ReplyOf<typeof answerCall>> {
  const now = deps.clock.now()
  const state = await withTransaction(deps, async (tx, emit): Promise<CheckInState> => {
    const row = await lockCheckIn(tx, viewer.id, id)
    const set = async (change: Updateable<Tables['check_in']> & { state: CheckInState }) => {
      await tx
        .updateTable('check_in')
        .set({ ...change, changed_ts: now })
        .where('id', '=', id)
        .execute()
      emit({ kind: 'check-in.changed', id, member_id: viewer.id })
      return change.state
    }
    switch (answer) {
      case 'ok': {
        if (helps !== undefined && helps < row.helps) throw new Problem('check-in.newer')
        if (row.state === 'ended') return 'ended'
        if (row.state === 'alerted') await queueContactEmails(tx, emit, row, 'clear', now)
        return set({ state: 'ended' })
      }
      case 'later': {
        if (row.state === 'alerted' || row.state === 'ended') throw new Problem('check-in.over')
        if (row.laters >= LATERS_MAX) throw new Problem('check-in.later', { n: LATERS_MAX })
        const ask_ts = Math.max(now, row.ask_ts) + LATER_SECONDS
        await scheduleDeadlines(tx, emit, { ...row, ask_ts }, now)
        return set({ state: 'waiting', ask_ts, laters: row.laters + 1 })
      }
      case 'help': {
        const asked = { helps: row.helps + 1 }
        // The contacts know already; the page says that help was asked for.
        if (row.state === 'alerted') return set({ ...asked, state: 'alerted' })
        await startAlert(tx, emit, { ...row, ...asked }, now)
        return 'alerted'
      }
    }
  })
  if (answer === 'ok' && state === 'ended') await untilHandedOver(deps.db, id)
  return { state }
}

export async function answerOwnCheckIn(
  deps: Deps,
  { key, ...input }: InputOf<typeof answerOwnCall>,
): Promise<ReplyOf<typeof answerOwnCall>> {
  const { id, member_id } = await findByOwnKey(deps.db, deps, key)
  return answerCheckIn(deps, { id: member_id }, { id, ...input })
}

export async function readOwnCheckIn(
  deps: Pick<Deps, 'db' | 'contactSecret'>,
  { key }: InputOf<typeof readOwnCall>,
): Promise<ReplyOf<typeof readOwnCall>> {
  const row = await findByOwnKey(deps.db, deps, key)
  const { id, state, ask_ts, laters, helps, time_zone } = row
  const confirmed = (await readContacts(deps.db, [id])).filter((one) => one.state === 'confirmed').length
  const laters_left = LATERS_MAX - laters
  return { state, ask_ts, alert_ts: dueTs(row), laters_left, helps, time_zone, confirmed }
}

const HAND_OVER_MS = 5000

/**
 * Waits for alert emails that a process has claimed but not yet sent, so that none is handed to the mail server after the
 * acknowledgement. A process that died with a claim never sends it, because it checks the state again first.
 */
async function untilHandedOver(db: Reader, id: number): Promise<void> {
  const until = performance.now() + HAND_OVER_MS
  for (;;) {
    const claimed = await db
      .selectFrom('check_in_contact')
      .where('check_in_id', '=', id)
      .whereRef('claimed_round', '>', 'sent_round')
      .select('id')
      .executeTakeFirst()
    if (!claimed || performance.now() > until) return
    await sleep(50)
  }
}

/** The caller has locked the row. */
async function startAlert(tx: Tx, emit: Emit, row: CheckInRow, now: number): Promise<void> {
  const round = row.round + 1
  await tx
    .updateTable('check_in')
    .set({ state: 'alerted', round, helps: row.helps, alerted_ts: now, until_ts: now + ALERT_SECONDS })
    .set({ changed_ts: now })
    .where('id', '=', row.id)
    .execute()
  await queueContactEmails(tx, emit, { ...row, round }, 'alert', now)
  emit({ kind: 'check-in.changed', id: row.id, member_id: row.member_id })
}

/** An alert for each confirmed contact; an all-clear for those who may have received the alert. */
async function queueContactEmails(
  tx: Tx,
  emit: Emit,
  { id: checkInId, ...checkIn }: Pick<CheckInRow, 'id' | 'member_id' | 'round'>,
  about: 'alert' | 'clear',
  now: number,
): Promise<void> {
  const contacts = await tx
    .selectFrom('check_in_contact')
    .where('check_in_id', '=', checkInId)
    .where('state', '=', 'confirmed')
    .$if(about === 'clear', (query) => query.where('claimed_round', '=', checkIn.round))
    .select('id')
    .execute()
  for (const { id } of contacts) await queueContactEmail(tx, emit, checkIn, { id, about }, now)
}

/**
 * Asks, or alerts the contacts, if that is due. Any process may run it at any time and as often as it likes: the row
 * decides. After an outage longer than the grace period the alert is not delayed further.
 */
export const advanceCheckIn =
  (deps: Pick<Services, 'db' | 'bus' | 'clock'>) =>
  async ({ member_id, check_in_id }: JobPayloads['check-in']): Promise<void> => {
    const now = deps.clock.now()
    await withTransaction(deps, async (tx, emit) => {
      const row = await tx
        .selectFrom('check_in')
        .where('id', '=', check_in_id)
        .where('state', 'in', ['waiting', 'asked'])
        .forUpdate()
        .selectAll()
        .executeTakeFirst()
      if (!row) return
      if (dueTs(row) <= now) return startAlert(tx, emit, row, now)
      if (row.state !== 'waiting' || row.ask_ts > now) return
      await tx
        .updateTable('check_in')
        .set({ state: 'asked', changed_ts: now })
        .where('id', '=', row.id)
        .execute()
      const payload = { member_id, what: 'check-in', id: row.id, ts: row.ask_ts } as const
      await enqueue(tx, emit, { kind: 'date-notice', payload, now })
      emit({ kind: 'check-in.changed', id: row.id, member_id })
    })
  }

/** The contacts and the alert page go with it. */
export async function deleteCheckIn(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  id: number,
): Promise<{ message?: string }> {
  return withTransaction(deps, async (tx, emit) => {
    await lockCheckIn(tx, viewer.id, id)
    await tx.deleteFrom('check_in').where('id', '=', id).execute()
    emit({ kind: 'check-in.changed', id, member_id: viewer.id })
    return {}
  })
}
