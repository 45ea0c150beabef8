import type { Person } from './person'
import type { TestApp } from './test-app'

/** Confirms a member's address by a mailed link, as one who is logged in and keeps session and password. */
export async function confirmAddress(app: TestApp, person: Person): Promise<void> {
  const { email } = person
  await person.call('POST /api/login', { email, hash: await mailedKey(app, person, 'link') })
}

/** Has an access link, a code or a link to a new password mailed, and answers the secret in that mail. */
export async function mailedKey(
  app: TestApp,
  person: Person,
  kind: 'link' | 'code' | 'password',
): Promise<string> {
  const { email } = person
  if (kind === 'password') await person.call('POST /api/forgot-password', { email })
  else await person.call('POST /api/request-access', { email, kind })
  const mails = (await app.mail()).filter(({ to }) => to?.[0]?.address === email)
  const pattern = kind === 'code' ? /^\d{6}$/m : /(?<=hash=)[0-9a-f]{64}/
  // Mails about new devices and changes come in between.
  const secret = mails.flatMap(({ text }) => pattern.exec(text ?? '') ?? []).at(-1)
  if (!secret) throw new Error(`There is no ${kind} in the mail.`)
  return secret
}
