import { memberStatus } from '@rosella/contract/member/status'
import { notifyKeys } from '@rosella/contract/notifications/kinds'
import { siteDay } from '@rosella/contract/site-day'
import { savePreferences } from '@rosella/server/features/browse/search/preferences'
import { addPhoto } from '@rosella/server/features/photos/add-photo'
import { decidePhoto } from '@rosella/server/features/photos/moderation/decide-photo'
import { saveProfile } from '@rosella/server/features/profile/save-profile'
import { savePrompts } from '@rosella/server/features/profile/save-prompts'
import { activateProfile, registerMember } from '@rosella/server/features/signup/sign-up'
import type { Viewer } from '@rosella/server/platform/http/viewer'
import type { Services } from '@rosella/server/platform/services'
import type { DemoLogIn } from './log-ins'
import { type DemoPerson, demoPrompts } from './people'
import { drawPortrait } from './portraits'
import { type DemoQuestions, questionAnswersOf } from './question-answers'
import { searchAnswersOf } from './search-answers'

export interface Resident {
  id: number
  person: DemoPerson
  viewer: Viewer
}

const HOUR = 3600
const DAY = 24 * HOUR

/** Adds a resident the way real members join: sign up, fill in the profile, activate. */
export async function settle(
  town: Services,
  person: DemoPerson,
  number: number,
  logIn: (DemoLogIn & { hash: string }) | undefined,
  now: number,
): Promise<Resident> {
  const services = at(town, now - person.createdAgoSeconds)
  const email = logIn?.email ?? `resident-${number}@rosella.example`
  const { username, gender_birth, gender, interested, relationship_goals, birthday, country, city } = person
  const home = await services.places.find(country, city)
  const place = { country, city, lat: home?.latitude, lng: home?.longitude }
  const id = await registerMember(
    services,
    { username, gender_birth, gender, interested, relationship_goals, birthday, ...place, email },
    async () => logIn?.hash ?? null,
  )
  const viewer: Viewer = {
    id,
    session_id: 0,
    email,
    status: memberStatus.active,
    gender,
    interested,
    premium: false,
    role: null,
    key_missing: false,
    reauthenticated: false,
    impersonator: null,
  }
  const { look: _look, prompts, createdAgoSeconds: _created, lastActiveAgoSeconds: _active, ...form } = person
  const { preferences, town_hidden, ...answers } = searchAnswersOf(person, number, now)
  await saveProfile(services, viewer, { ...form, ...answers })
  if (preferences) await savePreferences(services, viewer, preferences)
  await insertAnswers(services, id, questionAnswersOf({ ...person, ...answers }, number, now), now)
  await savePrompts(services, viewer, { prompts: await answersOf(services, prompts) })
  await activateProfile(services, viewer)
  // Nobody reads the other residents' emails, and each one is a line on the terminal.
  const unread = logIn ? {} : Object.fromEntries(notifyKeys.map((key) => [key, 'none' as const]))
  await services.db
    .updateTable('account')
    .set({ email_confirmed: true, summaries: logIn !== undefined, ...unread })
    .where('member_id', '=', id)
    .execute()
  if (person.premium || logIn?.role === 'premium') {
    await services.db.updateTable('member').set({ premium: true }).where('id', '=', id).execute()
  }
  if (town_hidden) await services.db.updateTable('member').set({ town_hidden }).where('id', '=', id).execute()
  return { id, person, viewer }
}

/**
 * Uploads a resident's portraits; moderators approve them an hour later, except a few left for the demo's
 * moderator.
 */
export async function uploadPortraits(
  town: Services,
  resident: Resident,
  moderator: Viewer,
  number: number,
  now: number,
): Promise<void> {
  const { person, viewer } = resident
  const created = now - person.createdAgoSeconds
  for (let n = 0; n < person.photoCount; n++) {
    const bytes = await drawPortrait(person, n)
    const file = async () => ({ bytes, name: `portrait-${n}.jpg` })
    const { filename } = await addPhoto(at(town, created), viewer, { file, files: [bytes] }, async () => {})
    if (n >= 3 && number % 8 === 0) continue
    await decidePhoto(at(town, created + HOUR), moderator, { photo: filename, approved: true })
  }
  // Drawn faces cannot be verified with a camera.
  if (number % 3 === 1) await giveBadge(town, viewer.id, Math.min(now, created + DAY))
}

async function giveBadge({ db }: Services, member_id: number, verified_ts: number): Promise<void> {
  const photos = await db
    .selectFrom('photo')
    .where('member_id', '=', member_id)
    .where('approved', '=', true)
    .select(['member_id', 'name'])
    .execute()
  if (photos.length === 0) return
  await db.insertInto('compared_photo').values(photos).execute()
  await db.updateTable('member').set({ verified_ts }).where('id', '=', member_id).execute()
}

/** In one statement, because ten thousand single calls would delay the first start by minutes. */
async function insertAnswers(
  { db, clock }: Services,
  member_id: number,
  { sensitive, answers }: DemoQuestions,
  now: number,
): Promise<void> {
  // A few days after joining.
  const answered_ts = Math.min(now, clock.now() + 2 * DAY)
  if (answers.length === 0) return
  await db
    .insertInto('question_member')
    .values({ member_id, sensitive_ts: sensitive ? answered_ts : null, recount_day: siteDay(now) })
    .execute()
  await db
    .insertInto('question_answer')
    .values(answers.map((answer) => ({ member_id, answered_ts, ...answer })))
    .execute()
}

/** The services with another clock. */
const at = (services: Services, time: number): Services => ({ ...services, clock: { now: () => time } })

/** Demo answers refer to a question by its index; the site needs its id. */
async function answersOf({ db }: Services, answers: DemoPerson['prompts']) {
  const questions = answers.map(({ question }) => demoPrompts[question] ?? '')
  if (questions.length === 0) return []
  const rows = await db
    .selectFrom('prompt')
    .where('question', 'in', questions)
    .select(['id', 'question'])
    .execute()
  return answers.flatMap(({ question, answer }) => {
    const row = rows.find((candidate) => candidate.question === demoPrompts[question])
    return row ? [{ question_id: row.id, answer }] : []
  })
}
