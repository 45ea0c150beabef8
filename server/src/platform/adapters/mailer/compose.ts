import { Failure, Postponed } from '../../failure'
import type { Mail, Mailer } from '../../ports/mailer'
import type { RateLimitStore } from '../../ports/rate-limit-store'

const addressPattern = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
const unsafeInAddress = /[<>\p{Cc}]/u

export interface Mailbox {
  name: string
  address: string
}

/** Linear time, because the length is checked before the pattern. */
function isMailAddress(address: string): boolean {
  return address.length <= 254 && addressPattern.test(address) && !unsafeInAddress.test(address)
}

/** Parses 'Name <name@example.com>' or a bare address, as in MAIL_FROM. */
export function readMailbox(text: string): Mailbox {
  const open = text.indexOf('<')
  const bare = open < 0 || !text.trimEnd().endsWith('>')
  const address = bare ? text.trim() : text.slice(open + 1, text.lastIndexOf('>')).trim()
  if (!isMailAddress(address))
    throw new Error(`The sender must have the form 'Name <name@example.com>', not '${text}'`)
  return { name: bare ? '' : oneLine(text.slice(0, open)).replace(/^"|"$/g, ''), address }
}

/** Line breaks could inject headers, and other control characters terminal commands. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** The message for nodemailer: exactly one recipient, and no injected header. */
export function composeMail(mail: Mail, from: Mailbox) {
  if (!isMailAddress(mail.to.address)) throw new Failure('Not an email address', { permanent: true })
  return {
    from,
    to: { name: oneLine(mail.to.name ?? ''), address: mail.to.address },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    ...(mail.id && { messageId: `<${mail.id}@${from.address.split('@')[1]}>` }),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribe) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function unsubscribeHeaders(address: string | undefined) {
  if (address === undefined) return {}
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new Error('Not an unsubscribe address')
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url.href}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** Emails sent by this process, and failed attempts. */
export interface MailTotals {
  sent: number
  failed: number
}

/** Emails that members can unsubscribe from leave a fifth of the limit to those that somebody waits for. */
const BULK_SHARE = 0.8

/** At most so many emails a minute from all processes together, as the mail server's provider demands. */
export function limitedMailer(mailer: Mailer, limits: RateLimitStore, perMinute: number): Mailer {
  const one = { seconds: 60 }
  return {
    ...mailer,
    async send(mail) {
      const bulk = { ...one, limit: Math.max(1, Math.floor(perMinute * BULK_SHARE)) }
      const first = mail.unsubscribe ? await limits.hit('bulk email', bulk) : undefined
      const { allowed, waitSeconds } =
        first?.allowed === false ? first : await limits.hit('email', { ...one, limit: perMinute })
      if (!allowed) throw new Postponed(waitSeconds)
      await mailer.send(mail)
    },
  }
}

export function countedMailer(mailer: Mailer): { mailer: Mailer; totals: MailTotals } {
  const totals: MailTotals = { sent: 0, failed: 0 }
  return {
    totals,
    mailer: {
      ...mailer,
      async send(mail) {
        try {
          await mailer.send(mail)
          totals.sent++
        } catch (error) {
          if (!(error instanceof Postponed)) totals.failed++
          throw error
        }
      },
    },
  }
}
