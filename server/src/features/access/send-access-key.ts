import { sql } from 'kysely'
import { STATUS } from '../../domain/member-status'
import { hashSecret, newCode, newLinkHash } from '../../domain/secret'
import { type MailTemplate, renderMail } from '../../mail/mail-template'
import type { Services } from '../../ports/services'
import { answerBanned } from './answer-banned'

type Deps = Pick<Services, 'db' | 'clock' | 'mailer' | 'site'>

export type KeyKind = 'link' | 'code' | 'password' | 'verify'

const HOUR = 3600
const lifetime: Record<KeyKind, number> = { code: 600, link: HOUR, password: HOUR, verify: 24 * HOUR }

/** Mails a way in to the member of this address: a link, a six-digit code, or a link to a new password or to /verify. */
export async function sendAccessKey(
  deps: Deps,
  email: string,
  kind: KeyKind,
  /** Said first, where the mail holds something else than was asked for. */
  why?: string,
): Promise<Record<string, never>> {
  const member = await deps.db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where(sql`lower(a.email)`, '=', sql`lower(${email})`)
    .select(['m.id', 'm.username', 'm.status', 'a.email'])
    .executeTakeFirst()
  if (!member) return answerBanned(deps, email, false)
  if (member.status === STATUS.banned) return answerBanned(deps, member.email, true)

  const now = deps.clock.now()
  const secret = kind === 'code' ? newCode() : newLinkHash()
  await deps.db
    .insertInto('access_key')
    .values({
      member_id: member.id,
      kind,
      // A code is short, so its hash is bound to the member: one table of a million hashes opens nothing.
      secret_hash: hashSecret(kind === 'code' ? `${member.id} ${secret}` : secret),
      email: member.email,
      created_ts: now,
      expires_ts: now + lifetime[kind],
    })
    .execute()

  const template = mailFor(deps, kind, secret, member.email)
  await deps.mailer.send({
    to: { name: member.username ?? undefined, address: member.email },
    subject: `${template.title} – ${deps.site.name}`,
    ...renderMail(deps.site, { ...template, paragraphs: [...(why ? [why] : []), ...template.paragraphs] }),
    link: template.button?.url,
  })
  return {}
}

function mailFor({ site }: Deps, kind: KeyKind, secret: string, email: string): MailTemplate {
  const ignore = 'If this was not you, you can ignore this mail: nothing has changed.'
  const address = (path: string) => `${site.url}${path}?hash=${secret}&email=${encodeURIComponent(email)}`
  switch (kind) {
    case 'code':
      return {
        title: 'Your log-in code',
        paragraphs: [`Enter this code on ${site.name} within 10 minutes.`],
        code: secret,
        footnote: `Never tell it to anyone: nobody from ${site.name} will ask for it. ${ignore}`,
      }
    case 'link':
      return {
        title: 'Your log-in link',
        paragraphs: ['Use this link within one hour to log in. It works once.'],
        button: { label: 'Log in', url: address('/access') },
        footnote: ignore,
      }
    case 'password':
      return {
        title: 'Choose a new password',
        paragraphs: ['Use this link within one hour to choose a new password. It works once.'],
        button: { label: 'Choose a new password', url: address('/change-password') },
        footnote: ignore,
      }
    case 'verify':
      return {
        title: 'Verify your email address',
        paragraphs: [
          `Use this link within 24 hours to show that this address is yours. It works once, and logs you in to ${site.name}.`,
        ],
        button: { label: 'Verify my email', url: address('/verify') },
        footnote: `If you have no account on ${site.name}, you can ignore this mail.`,
      }
  }
}
