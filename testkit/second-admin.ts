import type { Email } from 'postal-mime'
import { expect } from 'vitest'
import { signUpAdmin } from './cast'
import type { Person } from './person'
import { ADMIN_EMAIL, type TestApp } from './test-app'

const SECOND = 'second@rosella.test'
/** A site that two admins share. */
export const twoAdmins = { ADMIN_EMAILS: `${ADMIN_EMAIL},${SECOND}` }

export const signUpSecondAdmin = ({ url, mail }: TestApp): Promise<Person> =>
  signUpAdmin({ url, email: SECOND, mail })

/** The newest mail to someone with this title; mails about cases follow a moment after the answer. */
export async function mailTo(app: TestApp, person: Person, title: string): Promise<Email> {
  const find = async () =>
    (await app.mail()).findLast(
      ({ to, subject }) => to?.[0]?.address === person.email && subject?.startsWith(title),
    )
  await expect.poll(async () => (await find()) !== undefined, { timeout: 20_000 }).toBe(true)
  return (await find()) as Email
}
