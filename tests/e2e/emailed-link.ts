import type { Person } from '@rosella/testkit/person'
import type { TestApp } from '@rosella/testkit/test-app'

/** Requests an email and returns the path of the link in it. */
export async function emailedLink(
  app: TestApp,
  person: Person,
  kind: 'access' | 'change-password',
): Promise<string> {
  const { email } = person
  if (kind === 'access') await person.call('POST /api/request-access', { email, kind: 'link' })
  else await person.call('POST /api/forgot-password', { email })
  const mail = (await app.mail()).filter(({ to }) => to?.[0]?.address === email).at(-1)
  const path = /https:\/\/rosella\.test(\/\S+hash=\S+)/.exec(mail?.text ?? '')?.[1]
  if (!path) throw new Error('There is no link in the email.')
  return path
}
