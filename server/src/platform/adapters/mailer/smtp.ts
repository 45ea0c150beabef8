import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { BadAddress, ConfigurationFault, Failure } from '../../failure'
import type { Mailer } from '../../ports/mailer'
import { type DriverError, isNetworkError, throwTransient } from '../throw-transient'
import { isBadAddress, openBounces, signedId } from './bounces'
import { composeMail, readMailbox } from './compose'

export interface SmtpMailerOptions {
  /** smtp://user:password@host:587 or smtps://…:465; nodemailer's options may be added as a query. */
  url: string
  from: string
  /** Where emails come back to, and the POP3 mailbox of that address. */
  bounces?: { address: string | undefined; url: string | undefined; key: Buffer }
  /** How long to wait for a server that does not respond. */
  timeoutMs?: number
}

/**
 * Sends email through an SMTP server. No part of an email is ever logged, because its links give access to
 * accounts.
 */
export function openSmtpMailer({
  url,
  from: sender,
  bounces,
  timeoutMs = 15_000,
}: SmtpMailerOptions): Mailer {
  const from = readMailbox(sender)
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    logger: false,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs * 2,
  })
  const collect = bounces?.url ? openBounces(bounces.url, bounces.key) : undefined
  const inFlight = new Set<Promise<unknown>>()
  let closed = false

  return {
    async send(mail) {
      if (closed) throw new Error('The mailer is closed')
      const { address } = mail.to
      const id = bounces ? signedId(bounces.key, mail.id ?? randomUUID(), address) : mail.id
      const composed = composeMail({ ...mail, id }, from)
      const envelope = bounces?.address ? { envelope: { from: bounces.address, to: address } } : {}
      const sending = transport.sendMail({ ...composed, ...envelope })
      inFlight.add(sending)
      try {
        await sending
      } catch (error) {
        orTransient(withoutReply(error))
      } finally {
        inFlight.delete(sending)
      }
    },
    // The mail server's own copies are out of our reach.
    recipientsBefore: async () => [],
    async deleteBefore() {},
    async deleteTo() {},
    async collectBounces(onBad, signal) {
      await collect?.(onBad, signal)
    },
    async check() {
      await transport.verify().catch(orTransient)
    },
    async close() {
      closed = true
      await Promise.allSettled(inFlight)
      transport.close()
    },
  }
}

/** nodemailer's codes for a server that could not be reached. */
const UNREACHED = /^(ECONNECTION|ESOCKET|EDNS)$/

/** nodemailer's codes for missing or rejected credentials, and for a connection that could not be secured. */
const BAD_LOG_IN = /^(EAUTH|ENOAUTH|EOAUTH2)$/
const NOT_SECURE = /^(ETLS|EREQUIRETLS)$/

type MailError = DriverError & { responseCode?: number; command?: string }

/** SMTP's 4xx replies are temporary; a wrong password (EAUTH with 535) is not. */
const orTransient = throwTransient((error: MailError) => {
  if (error.responseCode !== undefined) return isTemporary(error)
  return isNetworkError(error) || UNREACHED.test(error.code ?? '')
}, faultIn)

const isTemporary = ({ responseCode = 0 }: MailError): boolean => responseCode >= 400 && responseCode < 500

/** Leaves out the reply itself, which repeats our user name and sender address. */
function faultIn(error: MailError): ConfigurationFault | undefined {
  const { code = '', responseCode, command } = error
  if (isTemporary(error)) return undefined
  const fault = (message: string) => {
    const codes = responseCode === undefined ? code : `${code} ${responseCode}`
    return new ConfigurationFault('mail', `${message} (${codes}).`, { cause: error })
  }
  if (BAD_LOG_IN.test(code))
    return fault('The mail server rejected our user name and password. Check SMTP_URL')
  if (command === 'MAIL FROM' && responseCode !== undefined)
    return fault('The mail server does not let us send from this address. Check MAIL_FROM and SMTP_URL')
  if (NOT_SECURE.test(code) && command === 'STARTTLS')
    return fault('The mail server offers no secure connection. Check SMTP_URL')
  return undefined
}

/** Commands whose replies are about the recipient or the email. */
const ABOUT_THE_EMAIL = ['RCPT TO', 'DATA']

/**
 * A server's reply about an email repeats the address, so only its code is passed on. 5xx is final (RFC 5321,
 * 4.2.1), 4xx is not. Replies about our log-in or our sender address are not about the email and can be fixed by
 * the operator.
 */
function withoutReply(error: unknown): unknown {
  const { code, responseCode, command = '', response = '' } = error as Partial<SmtpError>
  if (responseCode !== undefined && ABOUT_THE_EMAIL.includes(command)) {
    const message = `The mail server replied ${responseCode} to ${command}.`
    if (command === 'RCPT TO' && isAboutTheAddress(responseCode, response)) return new BadAddress(message)
    return new Failure(message, { permanent: responseCode >= 500 })
  }
  // nodemailer itself rejected the address, before contacting a server.
  if (code === 'EENVELOPE' && command === 'API')
    return new Failure('Not an email address', { permanent: true })
  return error
}

/** Servers without enhanced status codes reply 550, 551 or 553 for addresses that they don't know. */
function isAboutTheAddress(responseCode: number, response: string): boolean {
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return status ? isBadAddress(status) : [550, 551, 553].includes(responseCode)
}

interface SmtpError {
  code: string
  response: string
  responseCode: number
  command: string
}
