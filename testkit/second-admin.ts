import type { Email } from 'postal-mime'
import { signUpAdmin } from './members'
import type { Person } from './person'
import { ADMIN_EMAIL, type TestApp } from './test-app'

const SECOND = 'second@rosella.test'
/** The environment of a site with two admins. */
export const twoAdmins = { ADMIN_EMAILS: `${ADMIN_EMAIL},${SECOND}` }

export const signUpSecondAdmin = ({ url, mail }: TestApp): Promise<Person> =>
  signUpAdmin({ url, email: SECOND, mail })

/** The newest email to this person with this title. */
export async function mailTo(app: TestApp, person: Person, title: string): Promise<Email> {
  const emails = await app.mail()
  const mail = emails.findLast(
    ({ to, subject }) => to?.[0]?.address === person.email && subject?.startsWith(title),
  )
  if (!mail) throw new Error(`There is no email '${title}' to ${person.email}.`)
  return mail
}
