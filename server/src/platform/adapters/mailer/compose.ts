import { Failure } from '../../failure'
import type { Mail, Mailer } from '../../ports/mailer'

const addressPattern = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
const unsafeInAddress = /[<>\p{Cc}]/u

export interface Mailbox {
  name: string
  address: string
}

/** Linear in its length, unlike the patterns one meets: the cut at 254 comes first. */
function isMailAddress(address: string): boolean {
  return address.length <= 254 && addressPattern.test(address) && !unsafeInAddress.test(address)
}

/** 'Rosella <hello@rosella.example>' or a bare address, as MAIL_FROM has it. */
export function readMailbox(text: string): Mailbox {
  const open = text.indexOf('<')
  const bare = open < 0 || !text.trimEnd().endsWith('>')
  const address = bare ? text.trim() : text.slice(open + 1, text.lastIndexOf('>')).trim()
  if (!isMailAddress(address))
    throw new Error(`The sender must read 'Name <name@example.com>', not '${text}'`)
  return { name: bare ? '' : oneLine(text.slice(0, open)).replace(/^"|"$/g, ''), address }
}

/** Line breaks are how headers are smuggled, other control characters how terminals are. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** What nodemailer is given: one recipient whatever the address says, and no header of a stranger's. */
export function composeMail(mail: Mail, from: Mailbox) {
  if (!isMailAddress(mail.to.address)) throw new Failure('Not a mail address', { permanent: true })
  return {
    from,
    to: { name: oneLine(mail.to.name ?? ''), address: mail.to.address },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
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

/** How many mails this process handed over, and how many tries failed. */
export interface MailTotals {
  sent: number
  failed: number
}

/** The same mailer, counted. */
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
          totals.failed++
          throw error
        }
      },
    },
  }
}
