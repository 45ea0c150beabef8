import type { SessionRecord } from '@rosella/contract/access/shapes'
import type { InputOf } from '@rosella/contract/endpoint'
import { isChoice, isFirstName } from '@rosella/contract/profile/rules'
import type { signUp as call } from '@rosella/contract/signup/endpoints'
import { goalCode, interestedCode, isBirthday, yearMonthOf } from '@rosella/contract/signup/rules'
import { commit } from '../../database/handle'
import { Problem } from '../../domain/problem'
import type { Foundations } from '../../ports/foundations'
import type { City } from '../../ports/places'
import type { Caller } from '../../ports/route'
import { createMember } from './create-member'

type Deps = Pick<Foundations, 'db' | 'bus' | 'clock' | 'passwords' | 'places'>
type Input = InputOf<typeof call>

export interface Basics {
  username: string
  gender_birth: string
  gender: string
  interested: string
  relationship_goals: string
  birthday: string
  city: City
}

/** Creates the account and its profile in one piece and logs the new member in. */
export async function signUp(
  deps: Deps,
  logInAs: (memberId: number, caller: Caller) => Promise<SessionRecord>,
  input: Input,
  caller: Caller,
): Promise<SessionRecord> {
  const basics = await checkBasics(deps, input)
  const password_hash = await deps.passwords.hash(input.password)
  const id = await commit(deps, (tx) =>
    createMember(tx, { ...basics, email: input.email, password_hash, now: deps.clock.now() }),
  )
  return logInAs(id, caller)
}

/** In the order of part 2 section 5, so that the first thing missing is the first thing said. */
export async function checkBasics(
  deps: Pick<Foundations, 'clock' | 'places'>,
  input: Omit<Input, 'email' | 'password'>,
): Promise<Basics> {
  const { gender_birth, username } = input
  const gender = input.gender ?? gender_birth
  const interested = interestedCode(input.interested ?? '')
  const relationship_goals = goalCode(input.relationship_goals ?? '')
  if (!gender_birth || !isChoice('gender_birth', gender_birth)) throw new Problem('signup.gender-birth')
  if (!gender || !isChoice('gender', gender)) throw new Problem('signup.gender')
  if (!interested) throw new Problem('signup.interested')
  if (!relationship_goals) throw new Problem('signup.goals')
  if (!input.birthday || !isBirthday(input.birthday, yearMonthOf(deps.clock.now()))) {
    throw new Problem('signup.birthday')
  }
  if (!username || !isFirstName(username)) throw new Problem('first-name.invalid')
  if (!input.country) throw new Problem('signup.country')
  if (!input.city) throw new Problem('signup.city')
  const city = await deps.places.find(input.country.toUpperCase(), input.city)
  if (!city) throw new Problem('signup.location')
  return {
    username: username.normalize('NFC'),
    gender_birth,
    gender,
    interested,
    relationship_goals,
    birthday: input.birthday,
    city,
  }
}
