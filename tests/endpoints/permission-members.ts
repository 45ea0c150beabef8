import { unsubscribeKey } from '@rosella/server/features/notifications/unsubscribe'
import { Authenticator } from '@rosella/testkit/authenticator'
import { sendSelfies } from '@rosella/testkit/camera'
import { confirmAddresses, giveRole } from '@rosella/testkit/give-role'
import { testPhoto } from '@rosella/testkit/members'
import { newEmail, Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { type SnapshotDatabase, snapshotDatabase } from '@rosella/testkit/snapshot-database'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'

/** All kinds of callers. */
export const everyone = [
  'visitor',
  'expired',
  'unfinished',
  'restricted',
  'active',
  'premium',
  'deactivated',
  'suspended',
  'blocked',
  'impersonating',
  'moderator',
  'admin',
] as const
export type Who = (typeof everyone)[number]
export const whose = ['own', 'other', 'unknown'] as const
export type Whose = (typeof whose)[number]

/** Things that a call can name. */
export interface Things {
  id: number
  url_hash: string
  email: string
  password: string
  photo: string
  session_id: number
  saved_id: number
  passkey_id: number
  /** A verification that waits for review. */
  verification_id: number
  /** A message they wrote, and one they received. */
  wrote: number
  got: number
  /** An open case they filed; a decided one with its appeal key; one with an undecided appeal. */
  notice_id: number
  /** An accepted date with Pat, one that is over, and a check-in. */
  date_id: number
  past_date_id: number
  check_in_id: number
  report_id: number
  decided: { report_id: number; key: string }
  appealed_id: number
  prompt_id: number
  tip_id: number
  template_id: number
  job_id: number
  unsubscribe: string
}

export interface PermissionMembers {
  app: TestApp
  snapshot: SnapshotDatabase
  people: Record<Who, Person>
  things(who: Who, whose: Whose): Things
  close(): Promise<void>
}

const NOBODY = 999_999_999
const names: Record<Exclude<Who, 'visitor' | 'admin'>, string> = {
  expired: 'Ella',
  unfinished: 'Una',
  restricted: 'Rita',
  active: 'Anna',
  premium: 'Petra',
  deactivated: 'Dora',
  suspended: 'Susan',
  blocked: 'Bea',
  impersonating: 'Ida',
  moderator: 'Mona',
}

/**
 * One site on PostgreSQL with every kind of caller, who each have one thing of each kind. Other members' things are
 * Olive's, who has blocked Bea. Tests may change everything, because the site can be restored.
 */
export async function openPermissionMembers(): Promise<PermissionMembers> {
  const app = await openTestApp({ on: 'postgres', env: twoAdmins, withoutSchedule: true })
  const second = await signUpSecondAdmin(app)
  const [olive, pat] = (await app.members({ username: 'Olive', photos: 1 }, 'Pat')) as [Person, Person]
  const cast = Object.entries(names).map(([who, username]) => {
    const photos = who === 'active' || who === 'premium' ? 3 : 1
    return {
      username,
      photos,
      active: who !== 'unfinished',
      premium: who === 'premium' || who === 'deactivated',
    }
  })
  const made = await app.members(...cast)
  const people = {
    ...Object.fromEntries(Object.keys(names).map((who, n) => [who, made[n]])),
    visitor: new Person(app.url),
    admin: app.admin,
  } as Record<Who, Person>
  const seeing = made.filter(({ username }) => username !== names.unfinished).concat(app.admin)

  for (const { url_hash } of seeing) await pat.call('GET /api/view-profile', { url_hash })
  const talks = await talkTo(olive, [...seeing, pat])
  await confirmAddresses(app, olive)
  await giveRole(app, people.moderator, 'moderator')
  const cases = await openCases(app, { second, olive, pat, moderator: people.moderator })
  const photo = await app.admin.upload(await testPhoto(7))
  await second.call('POST /api/admin/photo-decision', { photo, approved: true })
  await sendSelfies(app.admin)
  await sendSelfies(people.moderator)
  await sendSelfies(olive)
  const { items: waiting } = await second.call('GET /api/admin/verifications')
  const common = await findCommon(app)
  const ownedBy = async (person: Person): Promise<Things> => ({
    id: person.id,
    url_hash: person.url_hash,
    email: person.email,
    password: person.password,
    photo: (await person.call('GET /api/photos'))[0]?.filename ?? 'none',
    session_id: (await person.call('GET /api/sessions')).sessions[0]?.id ?? 0,
    verification_id: waiting.find(({ member_id }) => member_id === person.id)?.id ?? NOBODY,
    saved_id: person.username === names.unfinished ? NOBODY : await saveSearch(person),
    passkey_id: person.username === names.unfinished ? NOBODY : await addPasskey(person),
    wrote: talks.get(person)?.wrote ?? NOBODY,
    got: talks.get(person)?.got ?? NOBODY,
    notice_id: await warnAbout(app, pat, person),
    ...(await meetWith(app, pat, person)),
    report_id: person === people.moderator ? cases.byModerator : cases.byAdmin,
    decided: cases.decided,
    appealed_id: person === people.moderator ? cases.byModerator : cases.byAdmin,
    ...common,
    unsubscribe: await unsubscribeKey(app.db, 'summaries', person.id),
  })
  const own = new Map<Person, Things>()
  for (const person of [...made, app.admin]) own.set(person, await ownedBy(person))
  own.set(people.visitor, { ...(own.get(people.active) as Things), email: 'visitor@rosella.test' })
  const other: Things = {
    ...(await ownedBy(olive)),
    password: 'Wrong-Password-1',
    ...(talks.get(pat) as { wrote: number; got: number }),
    report_id: cases.byOlive,
    decided: { ...cases.decided, report_id: cases.byOlive },
    appealed_id: cases.appealed_id,
  }
  await becomeWhatTheyAre(app, people, olive)
  // Keep every reauthentication valid until the end.
  await app.db
    .updateTable('session')
    .set({ reauthenticated_ts: app.clock.now() + 7200 })
    .where('admin_id', 'is', null)
    .execute()
  const snapshot = await snapshotDatabase(app)
  const unknown: Things = {
    id: NOBODY,
    url_hash: 'zzzzzzzzz',
    get email() {
      return newEmail('Nobody')
    },
    password: 'Wrong-Password-1',
    photo: 'A'.repeat(22),
    session_id: NOBODY,
    saved_id: NOBODY,
    passkey_id: NOBODY,
    verification_id: NOBODY,
    wrote: NOBODY,
    got: NOBODY,
    notice_id: NOBODY,
    date_id: NOBODY,
    past_date_id: NOBODY,
    check_in_id: NOBODY,
    report_id: NOBODY,
    decided: { ...cases.decided, report_id: NOBODY },
    appealed_id: NOBODY,
    prompt_id: NOBODY,
    tip_id: NOBODY,
    template_id: NOBODY,
    job_id: NOBODY,
    unsubscribe: `${olive.id}.${'A'.repeat(43)}`,
  }
  // Each caller uses the next one's address, because an account gets at most five emails in ten minutes.
  const next = (who: Who) => people[everyone[everyone.indexOf(who) + 1] ?? 'admin']
  const othersThan = (who: Who) => ({ ...other, email: who === 'admin' ? olive.email : next(who).email })
  return {
    app,
    snapshot,
    people,
    things: (who, of) => ({ own: own.get(people[who]) as Things, other: othersThan(who), unknown })[of],
    async close() {
      await snapshot.close()
      await app.close()
    },
  }
}

/** As if Pat were banned for a scam, which would end the other cases. */
async function warnAbout({ db, clock }: TestApp, pat: Person, { id: member_id }: Person): Promise<number> {
  const notice = { member_id, banned_id: pat.id, username: 'Pat', month: '2026-11', created_ts: clock.now() }
  return (await db.insertInto('safety_notice').values(notice).returning('id').executeTakeFirstOrThrow()).id
}

/** As if they had planned them. Nobody has written to Pat, so that new plans are about Olive. */
async function meetWith({ db, clock }: TestApp, pat: Person, { id }: Person) {
  const now = clock.now()
  const pair = { low_id: Math.min(id, pat.id), high_id: Math.max(id, pat.id), by_low: true }
  const text = { place: 'Cafe', note: '', time_zone: 'Australia/Sydney' }
  const times = { accepted_ts: now - 3 * DAY, created_ts: now - 3 * DAY, changed_ts: now - 3 * DAY }
  const add = async (at_ts: number, state: 'accepted' | 'past') =>
    (
      await db
        .insertInto('date_plan')
        .values({ ...pair, ...text, ...times, at_ts, state })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const checkIn = {
    ...{ member_id: id, name: 'Max', place: 'Cafe', at_ts: now + DAY, end_ts: now + DAY, ask_ts: now + DAY },
    ...{ grace: 30, time_zone: 'Australia/Sydney', created_ts: now, changed_ts: now },
    state: 'waiting' as const,
  }
  const { id: check_in_id } = await db
    .insertInto('check_in')
    .values(checkIn)
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    date_id: await add(now + DAY, 'accepted'),
    past_date_id: await add(now - DAY, 'past'),
    check_in_id,
  }
}

const saveSearch = async (person: Person): Promise<number> =>
  (await person.call('POST /api/saved-search', { name: 'Readers', filters: { tags: 'reading' } })).id

async function addPasskey(person: Person): Promise<number> {
  const options = await person.call('POST /api/passkey-register-options')
  const passkey = new Authenticator().create(options)
  return (await person.call('POST /api/passkey-register', { passkey })).passkeys[0]?.id ?? NOBODY
}

async function talkTo(olive: Person, others: Person[]) {
  const talks = new Map<Person, { wrote: number; got: number }>()
  const hers = await olive.socket()
  for (const person of others) {
    const socket = await person.socket()
    talks.set(person, { wrote: await say(socket, olive, 'Hello'), got: await say(hers, person, 'Good day') })
    socket.disconnect()
  }
  hers.disconnect()
  return talks
}

interface Parties {
  second: Person
  olive: Person
  pat: Person
  moderator: Person
}

/** Cases about Pat: Olive's, the admin's, the moderator's, and two that the other admin has decided. */
async function openCases(app: TestApp, { second, olive, pat, moderator }: Parties) {
  const report = async (by: Person, info: string) => {
    const input = { recipient_id: pat.id, report_reason: 'Something else', report_reason_info: info }
    await by.call('POST /api/report-user', input)
    const { reports } = await by.call('GET /api/my-reports')
    return Math.max(...reports.map(({ id }) => id))
  }
  const warn = async (info: string) => {
    const report_id = await report(olive, info)
    const decision = { report_id, outcome: 'warned', member_text: `Please be kind: ${info}` }
    await second.call('POST /api/admin/report-decision', decision)
    return report_id
  }
  const appealed_id = await warn('the first')
  await pat.call('POST /api/appeal', { ...(await keyTo(app, appealed_id)), text: 'It was a joke' })
  return {
    appealed_id,
    decided: await keyTo(app, await warn('the second')),
    byOlive: await report(olive, 'waits'),
    byAdmin: await report(app.admin, 'is the admin’s'),
    byModerator: await report(moderator, 'is the moderator’s'),
  }
}

async function keyTo(app: TestApp, report_id: number): Promise<{ report_id: number; key: string }> {
  const texts = (await app.mail()).map(({ text }) => text).join()
  const key = new RegExp(`report=${report_id}&key=([\\w-]+)`).exec(texts)?.[1]
  if (!key) throw new Error(`There is no email about case ${report_id}.`)
  return { report_id, key }
}

/** Things without an owner. */
async function findCommon({ db, clock }: TestApp) {
  const prompt = await db
    .selectFrom('prompt')
    .select('id')
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  const tip = await db.selectFrom('tip').select('id').executeTakeFirstOrThrow()
  const template = await db
    .insertInto('reply_template')
    .values({ title: 'Thank you', body: 'Thank you for telling us.', goes_to: 'note' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const now = clock.now()
  const payload = JSON.stringify({ about: 'decision', report_id: NOBODY, member_id: NOBODY })
  const job = await db
    .insertInto('job')
    .values({ kind: 'case-mail', payload, run_ts: now, created_ts: now, died_ts: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { prompt_id: prompt.id, tip_id: tip.id, template_id: template.id, job_id: job.id }
}

const DAY = 86_400

async function becomeWhatTheyAre(app: TestApp, people: Record<Who, Person>, olive: Person): Promise<void> {
  const { db, admin } = app
  const session = async (person: Person) =>
    db.selectFrom('session').where('member_id', '=', person.id).selectAll().executeTakeFirstOrThrow()
  const lasting = [await session(people.deactivated), await session(people.suspended)]
  await people.deactivated.call('POST /api/deactivate-account')
  await admin.call('POST /api/admin/member', { id: people.suspended.id, status: 3, reason: 'Rude words' })
  // Sessions end with the status, but a session opened at the same moment must be useless too.
  await db
    .insertInto('session')
    .values(lasting.map(({ id: _id, ...row }) => row))
    .execute()
  await olive.call('POST /api/user-action', { action: 'block', recipient_id: people.blocked.id })
  const now = app.clock.now()
  await db
    .updateTable('session')
    .set({ expires_ts: now - 1 })
    .where('member_id', '=', people.expired.id)
    .execute()
  await db
    .updateTable('member')
    .set({ profile_completed_ts: now - 2 * DAY })
    .where('id', '=', people.restricted.id)
    .execute()
  const { token } = await admin.call('POST /api/admin/impersonate', {
    id: people.impersonating.id,
    reason: 'They asked for help',
  })
  people.impersonating.token = token
}
