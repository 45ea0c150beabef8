import type { SessionRecord } from '@rosella/contract/access/shapes'
import type { InputOf } from '@rosella/contract/endpoint'
import { memberStatus } from '@rosella/contract/member/status'
import { cityLabel } from '@rosella/contract/places/rules'
import type { signUp as call } from '@rosella/contract/signup/endpoints'
import { type Basics, checkBasics, yearMonthOf } from '@rosella/contract/signup/rules'
import { hashAddress } from '../../members/address-hash'
import { assertPasswordAllowed, claimEmail } from '../../members/credentials'
import { type Emit, type Tx, withTransaction } from '../../platform/database/transaction'
import { assertDeliverable, normaliseAddress } from '../../platform/email/address'
import type { Caller } from '../../platform/http/route'
import type { Viewer } from '../../platform/http/viewer'
import type { City } from '../../platform/ports/places'
import { accept, Problem } from '../../platform/problem'
import { newUrlHash } from '../../platform/secret'
import type { Services } from '../../platform/services'
import { isEmailAllowed, queueAccessEmail } from '../access/index'

export interface NewMember extends Omit<Basics, 'country' | 'city'> {
  home: City
  email: string
  password_hash: string | null
  now: number
}

/** One account per address, whatever its case; the unique index also decides between concurrent sign-ups. */
async function createMember(tx: Tx, member: NewMember): Promise<number> {
  const { id } = await tx
    .insertInto('member')
    .values({
      url_hash: newUrlHash(),
      username: member.username,
      gender: member.gender,
      interested: member.interested,
      birthday: member.birthday,
      country: member.home.countryCode,
      city: cityLabel(member.home),
      latitude: member.home.latitude,
      longitude: member.home.longitude,
      created_ts: member.now,
      profile_completed_ts: member.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('account')
    .values({
      member_id: id,
      email: member.email,
      password_hash: member.password_hash,
      ...(await hashAddress(tx, member.email)),
    })
    .execute()
    .catch((error) => {
      throw (error as { constraint?: string }).constraint === 'account_email'
        ? new Problem('email.taken')
        : error
    })
  const { gender_birth, relationship_goals } = member
  await tx.insertInto('profile').values({ member_id: id, gender_birth, relationship_goals }).execute()
  await tx.insertInto('activity').values({ member_id: id, last_active_ts: member.now }).execute()
  return id
}

export interface Deps extends Services {
  logInAfterSignup(memberId: number, caller: Caller): Promise<SessionRecord>
}
type Input = InputOf<typeof call>

/** Creates the account with its profile, emails the confirmation link and logs in. */
export async function signUp(deps: Deps, input: Input, caller: Caller): Promise<SessionRecord> {
  const { password } = input
  assertDeliverable(input.email)
  const email = normaliseAddress(input.email)
  const hash = async () => {
    await assertPasswordAllowed(password, input)
    return deps.passwords.hash(password)
  }
  const id = await registerMember(deps, { ...input, email }, hash, {
    assertFree: (tx) => claimEmail(tx, deps.site, email),
    async welcome(tx, emit, member_id) {
      // Too many emails to this address today; the member can request one later.
      if (!(await isEmailAllowed(deps, email))) return
      const now = deps.clock.now()
      await queueAccessEmail(tx, emit, { memberId: member_id, key: 'verify', address: email, now })
    },
  })
  return deps.logInAfterSignup(id, caller)
}

/** Only for the public call; demo members are invented, and the demo admin's address is configured. */
interface PublicSignUp {
  assertFree(tx: Tx): Promise<void>
  welcome(tx: Tx, emit: Emit, memberId: number): Promise<void>
}

/** Returns the id of the new member. Hashing is expensive, so it happens after all checks. */
export async function registerMember(
  deps: Pick<Services, 'db' | 'bus' | 'clock' | 'places'>,
  input: Omit<Input, 'password'>,
  hashPassword: () => Promise<string | null>,
  publicly?: PublicSignUp,
): Promise<number> {
  const now = deps.clock.now()
  const basics = accept(checkBasics(input, yearMonthOf(now)))
  const home = await deps.places.find(basics.country, basics.city)
  if (!home) throw new Problem('signup.location')
  const password_hash = await hashPassword()
  return withTransaction(deps, async (tx, emit) => {
    await publicly?.assertFree(tx)
    const id = await createMember(tx, { ...basics, home, email: input.email, password_hash, now })
    await publicly?.welcome(tx, emit, id)
    return id
  })
}

/** Doesn't require photos: with too few approved, the member is active but not listed, and gets a message. */
export async function activateProfile(
  deps: Services,
  viewer: Pick<Viewer, 'id'>,
): Promise<{ message?: string }> {
  const { photos_min } = await deps.settings.current()
  return withTransaction(deps, async (tx, emit) => {
    const member = await tx
      .selectFrom('member')
      .where('id', '=', viewer.id)
      .forUpdate()
      .select(['status', 'profile_completed_ts', 'approved_photos'])
      .executeTakeFirstOrThrow()
    if (member.profile_completed_ts === null) throw new Problem('access.unfinished')
    if (member.status === memberStatus.unfinished) {
      await tx
        .updateTable('member')
        .set({ status: memberStatus.active })
        .where('id', '=', viewer.id)
        .execute()
      emit({ kind: 'member.changed', member_id: viewer.id })
    }
    const missing = photos_min - member.approved_photos
    if (missing <= 0) return {}
    const photos = missing === 1 ? '1 more approved photo' : `${missing} more approved photos`
    return { message: `Your profile is active. Others can find you once you have ${photos}.` }
  })
}
