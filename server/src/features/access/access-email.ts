import { memberStatus } from '@rosella/contract/member/status'
import { isBannedEmail } from '../../members/credentials'
import { type Emit, type Tx, withTransaction } from '../../platform/database/transaction'
import { plainAddress } from '../../platform/email/address'
import { type MailTemplate, renderMail } from '../../platform/email/template'
import { enqueue } from '../../platform/jobs/enqueue'
import type { AccessKeyKind, JobPayloads } from '../../platform/jobs/job-kinds'
import { Problem } from '../../platform/problem'
import { hashSecret, newCode, newLinkHash } from '../../platform/secret'
import type { Services } from '../../platform/services'
import { areCodesUsedUp } from './access-keys'
import { findAccount } from './find-account'

interface AccessMail {
  memberId: number
  key: AccessKeyKind
  /** The one that it was asked and counted for: if the member has another by then, it is not sent. */
  address: string
  now: number
}

/** Has a way in mailed to the member. */
export const queueAccessMail = (
  tx: Tx,
  emit: Emit,
  { memberId, key, address, now }: AccessMail,
): Promise<void> =>
  enqueue(tx, emit, {
    kind: 'access-mail',
    payload: { member_id: memberId, key, address_hash: hashAddress(address) },
    now,
  })

const hashAddress = (address: string): string => hashSecret(address.toLowerCase()).toString('hex')

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
  (deps: Services) =>
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

function mailFor({ site }: Services, kind: AccessKeyKind, secret: string, email: string): MailTemplate {
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

const MAILS_A_DAY = 20
const DAY = 86_400

const hit = ({ rateLimits }: Services, address: string) =>
  rateLimits.hit(`mails ${plainAddress(address)}`, { limit: MAILS_A_DAY, seconds: DAY })

/** Counts a mail that somebody asks for to be sent to an address, whoever asks and whatever for; too many are refused. */
export async function countMail(deps: Services, address: string): Promise<void> {
  const { allowed, waitSeconds } = await hit(deps, address)
  if (!allowed) throw new Problem('too-many', {}, undefined, waitSeconds)
}

/** The same for a mail that can be left out. */
export const isMailAllowed = async (deps: Services, address: string): Promise<boolean> =>
  (await hit(deps, address)).allowed

/**
 * Has a way in mailed to the member of this address, so many times a day. The answer does not wait for a mail server.
 * A banned address is answered as any that is taken, also once its account is erased, after the same queries: only
 * who reads its mail learns more. Where the address was never here, that is said.
 */
export async function requestAccessKey(
  deps: Services,
  email: string,
  key: AccessKeyKind,
): Promise<Record<string, never>> {
  await countMail(deps, email)
  const now = deps.clock.now()
  await withTransaction(deps, async (tx, emit) => {
    const account = await findAccount(tx, email)
    const isAddressBanned = await isBannedEmail(tx, email)
    if (account && account.status !== memberStatus.banned) {
      await queueAccessMail(tx, emit, { memberId: account.id, key, address: account.email, now })
    } else if (account || isAddressBanned) {
      const payload = { member_id: account?.id ?? null, address: account?.email ?? email }
      await enqueue(tx, emit, { kind: 'banned-mail', payload, now })
    } else {
      throw new Problem('email.unknown')
    }
  })
  return {}
}

/** To who asks for a way in to a banned account: how to appeal, and nothing that opens anything. */
export const sendBannedMail =
  ({ mailer, site }: Services) =>
  async ({ address }: JobPayloads['banned-mail']): Promise<void> => {
    const title = 'You cannot log in'
    await mailer.send({
      to: { address },
      subject: `${title} – ${site.name}`,
      ...renderMail(site, {
        title,
        paragraphs: [
          `Somebody, perhaps you, asked for a way to log in to ${site.name} with this address. The account it belonged to has been banned.`,
          `If you think that this was a mistake, please write to ${site.contact} to appeal.`,
        ],
        footnote: 'If this was not you, you can ignore this mail: nothing has changed.',
      }),
    })
  }
