import { createTransport } from 'nodemailer'
import { ConfigurationFault, Failure } from '../../failure'
import type { Mailer } from '../../ports/mailer'
import { type DriverError, isNetworkError, throwTransient } from '../throw-transient'
import { composeMail, readMailbox } from './compose'

export interface SmtpMailerOptions {
  /** smtp://user:password@host:587 or smtps://…:465; nodemailer's options may follow as a query. */
  url: string
  from: string
  /** How long a silent server is waited for. */
  timeoutMs?: number
}

/** Hands mail to an SMTP server. Nothing of a mail is ever logged: its links are keys to an account. */
export function openSmtpMailer({ url, from: sender, timeoutMs = 15_000 }: SmtpMailerOptions): Mailer {
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
  const inFlight = new Set<Promise<unknown>>()
  let closed = false

  return {
    async send(mail) {
      if (closed) throw new Error('The mailer is closed')
      const sending = transport.sendMail(composeMail(mail, from))
      inFlight.add(sending)
      try {
        await sending
      } catch (error) {
        orTransient(plainly(error))
      } finally {
        inFlight.delete(sending)
      }
    },
    // Handed over is gone from here.
    keptSinceBefore: async () => [],
    async forgetBefore() {},
    async forget() {},
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

/** nodemailer's own codes for a server that was not reached. */
const UNREACHED = /^(ECONNECTION|ESOCKET|EDNS)$/

/** nodemailer's own codes for a log-in that is missing or refused, and for a connection that cannot be made safe. */
const NO_LOG_IN = /^(EAUTH|ENOAUTH|EOAUTH2)$/
const NOT_SAFE = /^(ETLS|EREQUIRETLS)$/

type MailError = DriverError & { responseCode?: number; command?: string }

/** SMTP's 4xx mean "later"; a wrong password (EAUTH with 535) is wrong the next time too. */
const orTransient = throwTransient((error: MailError) => {
  if (error.responseCode !== undefined) return isForLater(error)
  return isNetworkError(error) || UNREACHED.test(error.code ?? '')
}, faultIn)

const isForLater = ({ responseCode = 0 }: MailError): boolean => responseCode >= 400 && responseCode < 500

/** The reply itself is left out: it repeats our name there, and the address we send as. */
function faultIn(error: MailError): ConfigurationFault | undefined {
  const { code = '', responseCode, command } = error
  if (isForLater(error)) return undefined
  const fault = (words: string) => {
    const said = responseCode === undefined ? code : `${code} ${responseCode}`
    return new ConfigurationFault('mail', `${words} (${said}).`, { cause: error })
  }
  if (NO_LOG_IN.test(code))
    return fault('The mail server does not take our name and password: look at SMTP_URL')
  if (command === 'MAIL FROM' && responseCode !== undefined)
    return fault('The mail server does not let us send as this address: look at MAIL_FROM and SMTP_URL')
  if (NOT_SAFE.test(code) && command === 'STARTTLS')
    return fault('The mail server offers no safe connection: look at SMTP_URL')
  return undefined
}

/** What the server says of a recipient or of a mail. */
const aboutTheMail = ['RCPT TO', 'DATA']

/**
 * A server's answer about a mail repeats its address, in several places, so only its code is passed on. 5xx is the
 * server's last word (RFC 5321, 4.2.1), 4xx is not; what it says of our log-in or of us as a sender is not about
 * the mail, and over once that is put right.
 */
function plainly(error: unknown): unknown {
  const { code, responseCode, command = '' } = error as Partial<SmtpError>
  if (responseCode !== undefined && aboutTheMail.includes(command)) {
    const permanent = responseCode >= 500
    return new Failure(`The mail server answered ${responseCode} to ${command}.`, { permanent })
  }
  // nodemailer's own word on an address that no server was asked about.
  if (code === 'EENVELOPE' && command === 'API') return new Failure('Not a mail address', { permanent: true })
  return error
}

interface SmtpError {
  code: string
  responseCode: number
  command: string
}
