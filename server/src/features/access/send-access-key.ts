import { memberStatus } from '@rosella/contract/member/status'
import type { AccessKeyKind, JobPayloads } from '../../domain/job'
import { hashSecret, newCode, newLinkHash } from '../../domain/secret'
import { type MailTemplate, renderMail } from '../../mail/mail-template'
import { hashAddress } from '../../mail/queue-access-mail'
import type { Services } from '../../ports/services'
import { areCodesUsedUp } from './wrong-codes'

type Deps = Pick<Services, 'db' | 'clock' | 'mailer' | 'site'>

const NO_CODES =
  'You asked for a code. Too many wrong codes were entered for your account today, so here is a link instead.'
const HOUR = 3600
const lifetime: Record<AccessKeyKind, number> = { code: 600, link: HOUR, password: HOUR, verify: 24 * HOUR }

/**
 * Mails a way in: a link, a six-digit code, or a link to a new password or to /verify. It is made now, when the
 * mail goes out, so that it is written nowhere but in that mail, and lives its whole time from then on. Each try
 * makes a new one. Where codes are over for today, a link does instead.
 */
export const sendAccessKey =
  (deps: Deps) =>
  async ({ member_id, key, address_hash }: JobPayloads['access-mail']): Promise<void> => {
    const member = await deps.db
      .selectFrom('account as a')
      .innerJoin('member as m', 'm.id', 'a.member_id')
      .where('m.id', '=', member_id)
      .select(['m.id', 'm.username', 'm.status', 'a.email'])
      .executeTakeFirst()
    // Erased or banned since it was asked for.
    if (!member || member.status === memberStatus.banned) return
    // Counted for another address: the member has moved on, perhaps to a stranger's.
    if (address_hash !== undefined && address_hash !== hashAddress(member.email)) return

    const now = deps.clock.now()
    const isLinkInstead = key === 'code' && (await areCodesUsedUp(deps.db, member_id, now))
    const kind = isLinkInstead ? 'link' : key
    const secret = kind === 'code' ? newCode() : newLinkHash()
    await deps.db
      .insertInto('access_key')
      .values({
        member_id,
        kind,
        // A code is short, so its hash is bound to the member: one table of a million hashes opens nothing.
        secret_hash: hashSecret(kind === 'code' ? `${member_id} ${secret}` : secret),
        email: member.email,
        created_ts: now,
        expires_ts: now + lifetime[kind],
      })
      .execute()

    const template = mailFor(deps, kind, secret, member.email)
    await deps.mailer.send({
      to: { name: member.username ?? undefined, address: member.email },
      subject: `${template.title} – ${deps.site.name}`,
      ...renderMail(
        deps.site,
        isLinkInstead ? { ...template, paragraphs: [NO_CODES, ...template.paragraphs] } : template,
      ),
      link: template.button?.url,
    })
  }

function mailFor({ site }: Deps, kind: AccessKeyKind, secret: string, email: string): MailTemplate {
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
