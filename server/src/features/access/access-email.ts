import { memberStatus } from '@rosella/contract/member/status'
import { findBan } from '../../members/credentials'
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

interface AccessEmail {
  memberId: number
  key: AccessKeyKind
  /**
   * The address that the email was requested and counted for; the email is dropped if the member changes it
   * meanwhile.
   */
  address: string
  now: number
}

export const queueAccessEmail = (
  tx: Tx,
  emit: Emit,
  { memberId, key, address, now }: AccessEmail,
): Promise<void> =>
  enqueue(tx, emit, {
    kind: 'access-mail',
    payload: { member_id: memberId, key, address_hash: hashAddress(address) },
    now,
  })

const hashAddress = (address: string): string => hashSecret(address.toLowerCase()).toString('hex')

const NO_CODES =
  "You asked for a code. Too many wrong codes were entered for your account today, so here's a link instead."
const HOUR = 3600
const lifetime: Record<AccessKeyKind, number> = { code: 600, link: HOUR, password: HOUR, verify: 24 * HOUR }

/**
 * Emails a link, a six-digit code, or a link to a new password or to /verify. The secret is created when the
 * email is sent, so that it is stored nowhere else and its lifetime starts then. Each retry creates a new
 * one. If the account's codes are used up for today, the email has a link instead.
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
    // Erased or banned since the request.
    if (!member || member.status === memberStatus.banned) return
    // Requested for a different address, perhaps a stranger's.
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
        // A code is short, so its hash includes the member: a table of a million hashes is useless.
        secret_hash: hashSecret(kind === 'code' ? `${member_id} ${secret}` : secret),
        email: member.email,
        created_ts: now,
        expires_ts: now + lifetime[kind],
      })
      .execute()

    const template = emailFor(deps, kind, secret, member.email)
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

function emailFor({ site }: Services, kind: AccessKeyKind, secret: string, email: string): MailTemplate {
  const ignore = "If this wasn't you, you can ignore this email. Nothing has changed."
  const address = (path: string) => `${site.url}${path}?hash=${secret}&email=${encodeURIComponent(email)}`
  switch (kind) {
    case 'code':
      return {
        title: 'Your log-in code',
        paragraphs: [`Enter this code on ${site.name} within 10 minutes.`],
        code: secret,
        footnote: `Don't share it with anyone. Nobody from ${site.name} will ever ask for it. ${ignore}`,
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
        title: 'Confirm your email address',
        paragraphs: [
          `Use this link within 24 hours to confirm that this address is yours. It works once and logs you in to ${site.name}.`,
        ],
        button: { label: 'Confirm my email', url: address('/verify') },
        footnote: `If you don't have an account on ${site.name}, you can ignore this email.`,
      }
  }
}

const EMAILS_A_DAY = 20
const DAY = 86_400
/** For each of the two calls that request an access email. */
const REQUESTS = { limit: 5, seconds: 600 }
const HOURLY_LINK = { limit: 1, seconds: HOUR }

const hit = ({ rateLimits }: Services, address: string) =>
  rateLimits.hit(`emails ${plainAddress(address)}`, { limit: EMAILS_A_DAY, seconds: DAY })

/** Counts an email to an address, for any caller and purpose; throws if there are too many. */
export async function countEmail(deps: Services, address: string): Promise<void> {
  const { allowed, waitSeconds } = await hit(deps, address)
  if (!allowed) throw new Problem('too-many', {}, undefined, waitSeconds)
}

/** The same for an email that may be skipped. */
export const isEmailAllowed = async (deps: Services, address: string): Promise<boolean> =>
  (await hit(deps, address)).allowed

/**
 * Counts a request for an email; throws if there are too many. Strangers can use up the emails of an address, so one
 * access link an hour is sent all the same.
 */
async function countRequest(deps: Services, email: string, key: AccessKeyKind): Promise<void> {
  const { rateLimits } = deps
  const address = plainAddress(email)
  const call = key === 'password' ? 'password' : 'access'
  const lately = await rateLimits.hit(`requests ${call} ${address}`, REQUESTS)
  const { allowed, waitSeconds } = lately.allowed ? await hit(deps, email) : lately
  if (allowed) return
  if (key === 'link' && (await rateLimits.hit(`hourly link ${address}`, HOURLY_LINK)).allowed) return
  throw new Problem('too-many', {}, undefined, waitSeconds)
}

/**
 * Queues an access email to the member of this address, up to a daily limit; the reply doesn't wait for the
 * mail server. A banned address gets the same reply, after the same queries, as any existing account, also
 * once the account is erased; only its mailbox reveals more. An unknown address gets an error.
 */
export async function requestAccessKey(
  deps: Services,
  email: string,
  key: AccessKeyKind,
): Promise<Record<string, never>> {
  await countRequest(deps, email, key)
  const now = deps.clock.now()
  await withTransaction(deps, async (tx, emit) => {
    const account = await findAccount(tx, email)
    const ban = await findBan(tx, email)
    if (account && account.status !== memberStatus.banned) {
      await queueAccessEmail(tx, emit, { memberId: account.id, key, address: account.email, now })
    } else if (account || ban) {
      const payload = {
        member_id: account?.id ?? null,
        address: account?.email ?? email,
        report_id: (account ? account.status_report_id : ban?.report_id) ?? null,
      }
      await enqueue(tx, emit, { kind: 'banned-mail', payload, now })
    } else {
      throw new Problem('email.unknown')
    }
  })
  return {}
}
