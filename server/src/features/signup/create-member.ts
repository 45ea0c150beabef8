import { cityLabel } from '@rosella/contract/places/rules'
import type { Basics } from '@rosella/contract/signup/rules'
import type { Tx } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import { newUrlHash } from '../../domain/secret'
import type { City } from '../../ports/places'

export interface NewMember extends Omit<Basics, 'country' | 'city'> {
  home: City
  email: string
  password_hash: string | null
  now: number
}

/** One account per address whatever its case: the unique index decides, also between two at once. */
export async function createMember(tx: Tx, member: NewMember): Promise<number> {
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
    .values({ member_id: id, email: member.email, password_hash: member.password_hash })
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
