import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface TestSmtp {
  url: string
  /** The same with a name and password. */
  urlWithLogIn: string
  mails(): Promise<Email[]>
  /** From now on recipients of this address are answered so; undefined takes them again. */
  answer(address: string, code: number | undefined): void
  /** Whether it takes names and passwords, and us as the sender. */
  take(what: { logIns?: boolean; sender?: boolean }): void
  /** Waits with its answer to every mail until this is over. */
  hold(until: Promise<unknown>): void
  /** How often a recipient of this address was named. */
  asked(address: string): number
  close(): Promise<void>
}

/** A real mail server that takes mails, or refuses them as it is told to, repeating the address as they do. */
export async function openTestSmtp(): Promise<TestSmtp> {
  const mails: Buffer[] = []
  const answers = new Map<string, number>()
  const named: string[] = []
  let held: Promise<unknown> = Promise.resolve()
  const takes = { logIns: true, sender: true }
  let closed: Promise<void> | undefined
  const server = new SMTPServer({
    logger: false,
    // Clients keep connections open for the next mail.
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ username }, _, done) {
      if (takes.logIns) return done(null, { user: username })
      done(Object.assign(new Error(`${username} may not log in`), { responseCode: 535 }))
    },
    onMailFrom({ address }, _, done) {
      if (takes.sender) return done()
      done(Object.assign(new Error(`<${address}> may not send`), { responseCode: 550 }))
    },
    onRcptTo({ address }, _, done) {
      named.push(address)
      const responseCode = answers.get(address)
      if (responseCode === undefined) return done()
      done(Object.assign(new Error(`<${address}> is not taken`), { responseCode }))
    },
    async onData(stream, _, done) {
      const mail = await buffer(stream)
      await held
      mails.push(mail)
      done()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    urlWithLogIn: `smtp://rosella:password@127.0.0.1:${port}`,
    mails: () => Promise.all(mails.map((raw) => PostalMime.parse(raw))),
    answer(address, code) {
      if (code === undefined) answers.delete(address)
      else answers.set(address, code)
    },
    take(what) {
      Object.assign(takes, what)
    },
    hold(until) {
      held = until
    },
    asked: (address) => named.filter((one) => one === address).length,
    close() {
      closed ??= new Promise<void>((done) => server.close(done))
      return closed
    },
  }
}
