import { createHmac, randomUUID } from 'node:crypto'
import { connect as connectPlain, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { connect as connectTls } from 'node:tls'
import { createTransport } from 'nodemailer'
import { plainAddress } from '../../email/address'
import { BadAddress, ConfigurationFault, Failure } from '../../failure'
import type { Mailer } from '../../ports/mailer'
import { type DriverError, isNetworkError, throwTransient } from '../throw-transient'
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

/**
 * Enhanced status codes (RFC 3463) that say that the address is wrong: it doesn't exist, has moved or is disabled. A
 * full mailbox, a size limit or a spam filter says nothing about the address.
 */
const isBadAddress = (status: string): boolean =>
  /^5\.1\.[0-6]$|^5\.1\.10$|^5\.2\.1$|^5\.4\.4$|^5\.0\.0$/.test(status)

/** The signature in the Message-ID of an email to this address. */
const signatureOf = (key: Buffer, address: string): string =>
  createHmac('sha256', key).update(plainAddress(address)).digest('hex').slice(0, 24)

/** Makes the left part of a Message-ID recognisable in a bounce, and impossible to invent for another address. */
const signedId = (key: Buffer, id: string, address: string): string => `${id}.${signatureOf(key, address)}`

const SIGNED_ID = /<[^<>\s]+\.([0-9a-f]{24})@[^<>\s]+>/g
const ADDRESS = /[^\s<>;:,"'()]+@[^\s<>;:,"'()]+/g
/** Of a report, whose own text and returned headers come first. */
const READ_CHARACTERS = 200_000
const ADDRESSES_MAX = 200

/**
 * The address that a delivery status notification (RFC 3464) reports as bad. Undefined for any other email, and for a
 * notification that does not return the signed Message-ID of an email of ours to that address.
 */
function readBounce(key: Buffer, email: string): string | undefined {
  // Without the soft line breaks of quoted-printable, which may split an id.
  const text = email.slice(0, READ_CHARACTERS).replaceAll(/=\r?\n/g, '')
  const [head = ''] = text.split(/\r?\n\r?\n/, 1)
  if (!/^content-type:\s*multipart\/report\b/im.test(head) || !/report-type="?delivery-status/i.test(head))
    return undefined
  const status = /^status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(text)?.[1] ?? ''
  if (!/^action:\s*failed\b/im.test(text) || !isBadAddress(status)) return undefined
  const signatures = new Set([...text.matchAll(SIGNED_ID)].map(([, signature]) => signature))
  const addresses = [...new Set(text.match(ADDRESS))].slice(0, ADDRESSES_MAX)
  return addresses.find((address) => signatures.has(signatureOf(key, address)))
}

const TIMEOUT_MS = 30_000
/** Emails read in one visit; the rest waits for the next. */
const EMAILS_MAX = 500

interface Pop3 {
  command(text: string): Promise<string>
  /** The lines of a reply of several lines. */
  lines(text: string): Promise<string[]>
  close(): void
}

async function openPop3(url: URL): Promise<Pop3> {
  const secure = url.protocol === 'pop3s:'
  const to = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || (secure ? 995 : 110) }
  const socket: Socket = secure ? connectTls({ ...to, servername: to.host }) : connectPlain(to)
  socket.setTimeout(TIMEOUT_MS, () =>
    socket.destroy(new Failure('The mailbox for bounces does not respond.')),
  )
  socket.setEncoding('latin1')
  // Without a listener an error that arrives between two reads would end the process; the next read throws it.
  socket.on('error', () => {})
  const reader = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })
  const lines = reader[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done) throw socket.errored ?? new Failure('The mailbox for bounces closed the connection.')
    return value
  }
  const answer = async (): Promise<string> => {
    const line = await next()
    // The reply may repeat the user name, so it is not passed on.
    if (!line.startsWith('+OK'))
      throw new Failure('The mailbox for bounces refused a command. Check BOUNCE_URL.')
    return line
  }
  const command = (text: string): Promise<string> => {
    socket.write(`${text}\r\n`)
    return answer()
  }
  await answer()
  return {
    command,
    async lines(text) {
      await command(text)
      const all: string[] = []
      for (let line = await next(); line !== '.'; line = await next())
        all.push(line.startsWith('.') ? line.slice(1) : line)
      return all
    },
    close: () => socket.destroy(),
  }
}

/**
 * Reads a POP3 mailbox (RFC 1939), hands over each bad address and deletes the notification once that is done. Other emails
 * stay where they are and are read once by each process.
 */
function openBounces(url: string, key: Buffer) {
  const mailbox = new URL(url)
  const known = new Set<string>()
  return async (onBad: (address: string) => Promise<void>, signal?: AbortSignal): Promise<void> => {
    const pop3 = await openPop3(mailbox)
    try {
      await pop3.command(`USER ${decodeURIComponent(mailbox.username)}`)
      await pop3.command(`PASS ${decodeURIComponent(mailbox.password)}`)
      const all = (await pop3.lines('UIDL')).map((line) => line.split(' '))
      const fresh = all.filter(([, uid = '']) => !known.has(uid)).slice(0, EMAILS_MAX)
      for (const [number, uid = ''] of fresh) {
        if (signal?.aborted) break
        const address = readBounce(key, (await pop3.lines(`RETR ${number}`)).join('\n'))
        if (address === undefined) known.add(uid)
        else {
          await onBad(address)
          await pop3.command(`DELE ${number}`)
        }
      }
      // Deletes what is marked.
      await pop3.command('QUIT')
    } finally {
      pop3.close()
    }
  }
}
