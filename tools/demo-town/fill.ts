import { Activity } from '@rosella/server/features/access/record-activity'
import { DEMO_DOMAIN, demoSettings } from '@rosella/server/features/account/demo-members'
import { recountAnswers } from '@rosella/server/features/questions/share-answers'
import { argon2Passwords } from '@rosella/server/platform/adapters/password-hash/argon2'
import type { LiveEvent } from '@rosella/server/platform/ports/event-bus'
import type { Services } from '@rosella/server/platform/services'
import { liveTogether, planDates } from './liveliness'
import { type DemoLogIn, demoLogIns, demoPassword } from './log-ins'
import { demoPeople } from './people'
import { random } from './random'
import { type Resident, settle, uploadPortraits } from './settle'
import { makeTrouble } from './trouble'

export interface Filled {
  members: number
  logIns: readonly DemoLogIn[]
}

const CONCURRENCY = 3

/**
 * Fills an empty site with a town through the same code as real members, before the site opens. A half-built town
 * is deleted and built again. Returns undefined if the site has real members.
 */
export async function fillDemoTown(
  services: Services,
  progress: (share: number) => void = () => {},
  count = 240,
): Promise<Filled | undefined> {
  const state = await services.db
    .selectFrom('setting')
    .where('key', '=', demoSettings.state)
    .select('value')
    .executeTakeFirst()
  const members = await countMembers(services)
  if (state?.value === 'filled') return { members, logIns: demoLogIns }
  if (members > 0 && (state === undefined || !(await isInvented(services)))) return undefined
  if (state?.value === 'filling') await deleteTown(services)
  await remember(services, 'state', 'filling')

  const now = services.clock.now()
  const people = demoPeople(count, now).map((person, n) =>
    n < demoLogIns.length ? { ...person, photoCount: Math.max(4, person.photoCount) } : person,
  )
  // Nobody is connected yet, and events of the past are no news.
  const quiet: Services = {
    ...services,
    bus: { ...services.bus, publish: async (_events: readonly LiveEvent[]) => {} },
  }
  const hash = await argon2Passwords().hash(demoPassword)
  const residents = await each(people, (person, n) => {
    const logIn = demoLogIns[n]
    return settle(quiet, person, n, logIn && { ...logIn, hash }, now)
  })
  // Addresses can be changed, so the ids of the invented members are stored; they are needed to remove them again.
  const ids = residents.map(({ id }) => id)
  await remember(services, 'members', ids)
  // Drawing portraits uses the CPU and the residents' history the database, so both run concurrently.
  const admin = residents.find((_, n) => demoLogIns[n]?.role === 'admin')
  let done = 0
  const addPortraits = async (resident: Resident, n: number) => {
    await uploadPortraits(quiet, resident, (admin ?? resident).viewer, n, now)
    progress(++done / residents.length)
  }
  await Promise.all([
    each(residents, addPortraits),
    liveTogether(quiet, residents, random('rosella demo life'), now),
  ])
  await planDates(quiet, residents, now)
  await makeTrouble(quiet, residents, admin, now)

  const activity = new Activity(quiet)
  for (const { id, person } of residents) activity.touch(id, now - person.lastActiveAgoSeconds)
  await activity.close()
  await recountAnswers(quiet)(new AbortController().signal)
  await remember(services, 'state', 'filled')
  return { members: residents.length, logIns: demoLogIns }
}

/** Runs a few at a time, in order. */
async function each<T, R>(items: readonly T[], work: (item: T, n: number) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length)
  const queue = items.entries()
  const worker = async () => {
    for (const [n, item] of queue) results[n] = await work(item, n)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return results
}

async function countMembers({ db }: Services): Promise<number> {
  const { count } = await db
    .selectFrom('member')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function remember({ db }: Services, what: keyof typeof demoSettings, fact: unknown): Promise<void> {
  const value = JSON.stringify(fact)
  await db
    .insertInto('setting')
    .values({ key: demoSettings[what], value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Whether all members are invented. */
async function isInvented({ db }: Services): Promise<boolean> {
  const real = await db
    .selectFrom('account')
    .where('email', 'not like', `%${DEMO_DOMAIN}`)
    .select('email')
    .limit(1)
    .execute()
  return real.length === 0
}

/**
 * Only called for a town that never opened, so all members are invented. The sealed evidence of reports is kept, as
 * for real members.
 */
async function deleteTown({ db, photos }: Services): Promise<void> {
  const copies = await db.selectFrom('evidence_photo').select('name').execute()
  const sealed = new Set(copies.map(({ name }) => name))
  for await (const { name } of photos.listing()) if (!sealed.has(name)) await photos.remove(name)
  await db.deleteFrom('member').execute()
}
