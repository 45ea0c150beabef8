import type { Person } from './person'
import type { TestApp } from './test-app'

/** Confirms a member's address with an emailed link while they stay logged in. */
export async function confirmAddress(app: TestApp, person: Person): Promise<void> {
  const { email } = person
  await person.call('POST /api/login', { email, hash: await mailedKey(app, person, 'link') })
}

/** Requests an access link, a code or a link to a new password, and returns the secret from the email. */
export async function mailedKey(
  app: TestApp,
  person: Person,
  kind: 'link' | 'code' | 'password',
): Promise<string> {
  const { email } = person
  if (kind === 'password') await person.call('POST /api/forgot-password', { email })
  else await person.call('POST /api/request-access', { email, kind })
  const emails = (await app.mail()).filter(({ to }) => to?.[0]?.address === email)
  const pattern = kind === 'code' ? /^\d{6}$/m : /(?<=hash=)[0-9a-f]{64}/
  // Emails about new devices and changes may arrive in between.
  const secret = emails.flatMap(({ text }) => pattern.exec(text ?? '') ?? []).at(-1)
  if (!secret) throw new Error(`There is no ${kind} in the emails.`)
  return secret
}
