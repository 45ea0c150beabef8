import type { InputOf } from '@rosella/contract/endpoint'
import { memberStatus } from '@rosella/contract/member/status'
import type { saveProfile as call } from '@rosella/contract/profile/endpoints'
import { sentences } from '@rosella/contract/sentences'
import { checkBasics, yearMonthOf } from '@rosella/contract/signup/rules'
import { type Tx, withTransaction } from '../../database/transaction'
import { isSet } from '../../domain/flag'
import { accept, Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { City } from '../../ports/places'
import type { Services } from '../../ports/services'
import { type Changes, checkFields, interestedIn, livingIn, lookingFor, writeChanges } from './changes'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'places'>
type Input = InputOf<typeof call>

/** Saves the profile form. What was not sent stays; in registration mode it completes the sign-up form. */
export async function saveProfile(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  input: Input,
): Promise<{ message?: string }> {
  const now = deps.clock.now()
  const home = input.country && input.city ? await deps.places.find(input.country, input.city) : undefined
  return withTransaction(deps, async (tx, emit) => {
    const stored = await lockStored(tx, viewer.id)
    const registering =
      isSet(input.reg) && stored.profile_completed_ts === null && stored.status === memberStatus.unfinished
    await writeChanges(tx, viewer.id, registering ? register(input, home, now) : edit(stored, input, home))
    emit({ kind: 'member.changed', member_id: viewer.id })
    return { message: sentences.saved }
  })
}

type Stored = Awaited<ReturnType<typeof lockStored>>

/** By primary key; the lock keeps two saves, and a save and an activation, one after the other. */
async function lockStored(tx: Tx, memberId: number) {
  const stored = await tx
    .selectFrom('member as m')
    .innerJoin('profile as p', 'p.member_id', 'm.id')
    .where('m.id', '=', memberId)
    .select(['m.status', 'm.profile_completed_ts', 'm.username', 'm.gender', 'm.birthday', 'm.country'])
    .select(['m.city', 'p.gender_birth', 'p.tagline'])
    .forUpdate('m')
    .executeTakeFirst()
  if (!stored) throw new Problem('session.none')
  return stored
}

/** The sign-up form of an invited member: everything that sign-up asks for, in its order. */
function register(input: Input, home: City | undefined, now: number): Changes {
  const { username, gender, interested, birthday, gender_birth, relationship_goals } = accept(
    checkBasics(input, yearMonthOf(now)),
  )
  if (!home) throw new Problem('signup.location')
  // Sign-up has no tagline field yet, so an empty one is no fault here.
  const fields = checkFields({ ...input, tagline: input.tagline || undefined })
  return {
    member: { username, gender, interested, birthday, ...livingIn(home), profile_completed_ts: now },
    profile: { ...fields, gender_birth, relationship_goals },
  }
}

const readOnly = ['username', 'gender_birth', 'gender', 'birthday'] as const

/** A form sends back what it was given, so a read-only value is refused only when it differs. */
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
  // A city that left the city table since still lets its people save their form.
  if (country === stored.country && city === stored.city) return {}
  if (!home) throw new Problem('signup.location')
  return livingIn(home)
}
