import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface TestSmtp {
  url: string
  /** With a user name and password. */
  urlWithLogIn: string
  emails(): Promise<Email[]>
  /** Sets the response to recipients with this address; undefined accepts them again. */
  answer(address: string, code: number | undefined): void
  /** Whether it accepts log-ins, and our sender address. */
  take(what: { logIns?: boolean; sender?: boolean }): void
  /** Delays the response to every email until this promise settles. */
  hold(until: Promise<unknown>): void
  /** The return address of each email. */
  returnPaths(): readonly string[]
  /** How many emails named this recipient. */
  asked(address: string): number
  close(): Promise<void>
}

/** A real mail server that accepts emails or refuses them on request; like real ones, it repeats the address. */
export async function openTestSmtp(): Promise<TestSmtp> {
  const emails: Buffer[] = []
  const answers = new Map<string, number>()
  const named: string[] = []
  const returnPaths: string[] = []
  let blockedUntil: Promise<unknown> = Promise.resolve()
  const takes = { logIns: true, sender: true }
  let closed: Promise<void> | undefined
  const server = new SMTPServer({
    logger: false,
    // Clients keep connections open for the next email.
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ username }, _, done) {
      if (takes.logIns) return done(null, { user: username })
      done(Object.assign(new Error(`${username} may not log in`), { responseCode: 535 }))
    },
    onMailFrom({ address }, _, done) {
      if (takes.sender) {
        returnPaths.push(address)
        return done()
      }
      done(Object.assign(new Error(`<${address}> may not send`), { responseCode: 550 }))
    },
    onRcptTo({ address }, _, done) {
      named.push(address)
      const responseCode = answers.get(address)
      if (responseCode === undefined) return done()
      done(Object.assign(new Error(`<${address}> is not taken`), { responseCode }))
    },
    async onData(stream, _, done) {
      // A client that is killed leaves half an email.
      const mail = await buffer(stream).catch(() => undefined)
      if (!mail) return done(null)
      await blockedUntil
      emails.push(mail)
      done()
    },
  })
  // A client that is killed resets its connection.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET') throw error
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    urlWithLogIn: `smtp://rosella:password@127.0.0.1:${port}`,
    emails: () => Promise.all(emails.map((raw) => PostalMime.parse(raw))),
    answer(address, code) {
      if (code === undefined) answers.delete(address)
      else answers.set(address, code)
    },
    take(what) {
      Object.assign(takes, what)
    },
    hold(until) {
      blockedUntil = until
    },
    returnPaths: () => returnPaths,
    asked: (address) => named.filter((one) => one === address).length,
    close() {
      closed ??= new Promise<void>((done) => server.close(done))
      return closed
    },
  }
}
