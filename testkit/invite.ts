import { hashAddress } from '@rosella/server/members/address-hash'
import { newUrlHash } from '@rosella/server/platform/secret'
import { Person } from './person'
import type { TestApp } from './test-app'

/** A member invited by an admin: only an email address, logged in with a code. */
export async function inviteMember(app: TestApp, email: string): Promise<Person> {
  const now = app.clock.now()
  await app.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('member')
      .values({ url_hash: newUrlHash(), created_ts: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('account')
      .values({ member_id: id, email, ...(await hashAddress(tx, email)) })
      .execute()
    await tx.insertInto('profile').values({ member_id: id }).execute()
    await tx.insertInto('activity').values({ member_id: id, last_active_ts: now }).execute()
  })
  const person = new Person(app.url)
  await person.call('POST /api/request-access', { email, kind: 'code' })
  const emails = (await app.mail()).filter((mail) => mail.to?.[0]?.address === email)
  const code = /\b\d{6}\b/.exec(emails.at(-1)?.text ?? '')?.[0]
  const { token, id, url_hash } = await person.call('POST /api/login', { email, code })
  return Object.assign(person, { email, token, id, url_hash })
}
