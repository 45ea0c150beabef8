import type { InputOf } from '@rosella/contract/endpoint'
import { memberStatus } from '@rosella/contract/member/status'
import { cityLabel } from '@rosella/contract/places/rules'
import type { saveProfile as call } from '@rosella/contract/profile/endpoints'
import {
  editableFields,
  type FieldKey,
  fieldRow,
  formLabel,
  isProfileField,
  isProfileListField,
  memberColumns,
  profileColumns,
  profileFieldNames,
  profileListFieldNames,
} from '@rosella/contract/profile/fields'
import { profileListRules } from '@rosella/contract/profile/lists'
import { profileRules } from '@rosella/contract/profile/rules'
import { sentences } from '@rosella/contract/sentences'
import { checkBasics, goalCode, interestedCode, yearMonthOf } from '@rosella/contract/signup/rules'
import type { Updateable } from 'kysely'
import type { Tables } from '../../platform/database/tables'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import { parseBoolean } from '../../platform/http/route'
import type { Viewer } from '../../platform/http/viewer'
import type { City } from '../../platform/ports/places'
import { accept, Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'

/** The columns to write: `member` is the narrow table for cards, `profile` the wide one for the profile. */
export interface Changes {
  member?: Updateable<Tables['member']>
  profile?: Updateable<Tables['profile']>
}

/** The fields that were sent, each normalised by its rule. */
function checkFields(sent: Record<string, unknown>): Updateable<Tables['profile']> {
  const names = profileFieldNames.filter((name) => sent[name] !== undefined)
  const lists = profileListFieldNames.filter((name) => sent[name] !== undefined)
  return Object.fromEntries([
    ...names.map((name) => [name, accept<string | number | null>(profileRules[name](sent[name]))]),
    ...lists.map((name) => [name, accept(profileListRules[name](sent[name]))]),
  ])
}

/** Both were answered at sign-up; they can be changed, but not cleared. */
export const interestedIn = (value: unknown): Updateable<Tables['member']> => ({
  interested: known(interestedCode, value, 'signup.interested'),
})
export const lookingFor = (value: unknown): Updateable<Tables['profile']> => ({
  relationship_goals: known(goalCode, value, 'signup.goals'),
})

function known(
  codeOf: (value: string) => string | undefined,
  value: unknown,
  problem: 'signup.interested' | 'signup.goals',
): string {
  const code = typeof value === 'string' ? codeOf(value) : undefined
  if (!code) throw new Problem(problem)
  return code
}

/** The position of a member is the centre of their city; their real position is never stored. */
export const livingIn = (home: City): Updateable<Tables['member']> => ({
  country: home.countryCode,
  city: cityLabel(home),
  latitude: home.latitude,
  longitude: home.longitude,
})

/** Both by primary key. The member row comes first, as everywhere, to avoid deadlocks. */
export async function writeChanges(
  tx: Tx,
  memberId: number,
  { member = {}, profile = {} }: Changes,
): Promise<void> {
  if (Object.keys(member).length > 0) {
    await tx.updateTable('member').set(member).where('id', '=', memberId).execute()
  }
  if (Object.keys(profile).length > 0) {
    await tx.updateTable('profile').set(profile).where('member_id', '=', memberId).execute()
  }
}

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'places'>
type Input = InputOf<typeof call>

/** Saves the profile form; fields that are not sent stay, and newer values are not overwritten. In registration mode it completes the sign-up form. */
export async function saveProfile(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  input: Input,
): Promise<{ message?: string }> {
  const now = deps.clock.now()
  const home = input.country && input.city ? await deps.places.find(input.country, input.city) : undefined
  return withTransaction(deps, async (tx, emit) => {
    const stored = await lockProfile(tx, viewer.id)
    const registering =
      parseBoolean(input.reg) &&
      stored.profile_completed_ts === null &&
      stored.status === memberStatus.unfinished
    const changes = registering ? register(input, home, now) : edit(stored, input, home)
    assertNotNewer(stored, changes, input.based_on)
    await writeChanges(tx, viewer.id, changes)
    emit({ kind: 'member.changed', member_id: viewer.id })
    return { message: sentences.saved }
  })
}

type Stored = Awaited<ReturnType<typeof lockProfile>>

/**
 * By primary keys; the lock makes concurrent saves and activations sequential. Both rows are locked, because PostgreSQL
 * rereads only locked rows after it has waited.
 */
export async function lockProfile(tx: Tx, memberId: number) {
  const stored = await tx
    .selectFrom('member as m')
    .innerJoin('profile as p', 'p.member_id', 'm.id')
    .where('m.id', '=', memberId)
    .select(['m.status', 'm.profile_completed_ts'])
    .select(memberColumns.map((column) => `m.${column}` as const))
    .select(profileColumns.map((column) => `p.${column}` as const))
    .forUpdate()
    .executeTakeFirst()
  if (!stored) throw new Problem('session.none')
  return stored
}

/** Refuses to overwrite a field that has changed since the caller read it, unless the stored value is already the new one. */
export function assertNotNewer(
  stored: Stored,
  { member, profile }: Changes,
  basedOn: Partial<Record<FieldKey, unknown>> = {},
): void {
  const next: Record<string, unknown> = { ...member, ...profile }
  const newer = (Object.keys(basedOn) as FieldKey[]).filter(
    (key) =>
      next[key] !== undefined &&
      !isSame(stored[key], next[key]) &&
      !isSame(stored[key], normalised(key, basedOn[key])),
  )
  if (newer.length > 0) throw new Problem('profile.newer', { fields: newer.map(labelOf).join(', ') })
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** As it was stored. A value that the rules no longer accept is compared as it is. */
function normalised(key: FieldKey, value: unknown): unknown {
  const checked = isProfileField(key)
    ? profileRules[key](value)
    : isProfileListField(key)
      ? profileListRules[key](value)
      : undefined
  if (!checked) return value === '' ? null : value
  return checked.ok ? checked.value : value
}

const labelOf = (key: FieldKey): string => {
  const editable = editableFields.find((field) => field === key)
  return editable ? formLabel(editable) : fieldRow(key).label
}

/** The sign-up form of an invited member: all sign-up fields, in their order. */
function register(input: Input, home: City | undefined, now: number): Changes {
  const { username, gender, interested, birthday, gender_birth, relationship_goals } = accept(
    checkBasics(input, yearMonthOf(now)),
  )
  if (!home) throw new Problem('signup.location')
  // The sign-up form has no tagline field, so an empty tagline is accepted.
  const fields = checkFields({ ...input, tagline: input.tagline || undefined })
  return {
    member: { username, gender, interested, birthday, ...livingIn(home), profile_completed_ts: now },
    profile: { ...fields, gender_birth, relationship_goals },
  }
}

const readOnly = ['username', 'gender_birth', 'gender', 'birthday'] as const

/** A form sends back all values, so a read-only value is refused only if it differs. */
function edit(stored: Stored, input: Input, home: City | undefined): Changes {
  for (const field of readOnly) {
    const sent = input[field]
    if (sent !== undefined && (sent?.normalize('NFC') ?? null) !== stored[field]) {
      throw new Problem('profile.read-only')
    }
  }
  if (input.tagline === undefined && stored.tagline === '') throw new Problem('profile.tagline')
  const { interested, relationship_goals } = input
  return {
    member: {
      ...(interested === undefined ? {} : interestedIn(interested)),
      ...move(stored, input, home),
    },
    profile: {
      ...checkFields(input),
      ...(relationship_goals === undefined ? {} : lookingFor(relationship_goals)),
    },
  }
}

function move(stored: Stored, { country, city }: Input, home: City | undefined): Changes['member'] {
  if (country === undefined && city === undefined) return {}
  if (!country) throw new Problem('signup.country')
  if (!city) throw new Problem('signup.city')
  // Members whose city has left the city table can still save their form.
  if (country === stored.country && city === stored.city) return {}
  if (!home) throw new Problem('signup.location')
  return livingIn(home)
}
