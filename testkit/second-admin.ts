import type { Email } from 'postal-mime'
import { signUpAdmin } from './members'
import type { Person } from './person'
import { ADMIN_EMAIL, type TestApp } from './test-app'

const SECOND = 'second@rosella.test'
/** A site that two admins share. */
export const twoAdmins = { ADMIN_EMAILS: `${ADMIN_EMAIL},${SECOND}` }

export const signUpSecondAdmin = ({ url, mail }: TestApp): Promise<Person> =>
  signUpAdmin({ url, email: SECOND, mail })

/** The newest mail to someone with this title. */
export async function mailTo(app: TestApp, person: Person, title: string): Promise<Email> {
  const mails = await app.mail()
  const mail = mails.findLast(
    ({ to, subject }) => to?.[0]?.address === person.email && subject?.startsWith(title),
  )
  if (!mail) throw new Error(`There is no mail '${title}' to ${person.email}.`)
  return mail
}
