import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ConfigurationFault, Postponed, TransientError } from '../../failure'
import { openMemoryRateLimits } from '../rate-limit-store/memory'
import { limitedMailer, readMailbox } from './compose'
import { openFolderMailer } from './folder'
import { openSmtpMailer } from './smtp'
import { mailerSuite, sender, toAnna } from './suite'

async function folderUnderTest() {
  const dir = await mkdtemp(join(tmpdir(), 'rosella-mail-'))
  const lines: string[] = []
  const mailer = await openFolderMailer({ dir, from: sender, print: (line) => lines.push(line) })
  return {
    dir,
    lines,
    mailer,
    async arrived() {
      const names = (await readdir(dir)).sort()
      return Promise.all(names.map((name) => readFile(join(dir, name))))
    },
    refuse: () => rm(dir, { recursive: true }),
    dispose: () => rm(dir, { recursive: true, force: true }),
  }
}

async function smtpUnderTest() {
  const emails: Buffer[] = []
  const recipients: string[] = []
  let full = false
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      if (username === 'rosella' && password === 'p@ss') done(null, { user: username })
      else done(new Error('Bad password'))
    },
    onRcptTo({ address }, _, done) {
      recipients.push(address)
      done(full ? new Error('Mailbox full') : null)
    },
    async onData(stream, _, done) {
      emails.push(await buffer(stream))
      done()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mailer = openSmtpMailer({ url: `smtp://rosella:p%40ss@127.0.0.1:${port}`, from: sender })
  return {
    port,
    recipients,
    mailer,
    arrived: async () => emails,
    async refuse() {
      full = true
    },
    async dispose() {
      await mailer.close()
      await new Promise<void>((done) => server.close(done))
    },
  }
}

mailerSuite('folder', folderUnderTest)
mailerSuite('SMTP', smtpUnderTest)

describe('a single adapter', () => {
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    vi.restoreAllMocks()
  })

  test('folder: prints one line with the link for each email', async () => {
    const { mailer, lines, dispose } = await folderUnderTest()
    closing.push(dispose)
    const link = 'https://rosella.example/login?a=s3cret-token'
    await mailer.send(toAnna({ link }))
    await mailer.send(toAnna({ subject: 'Your\u001b[2J code' }))
    expect(lines).toEqual([
      `Email to anna@example.com: Your log-in link ${link}`,
      'Email to anna@example.com: Your [2J code',
    ])
  })

  test('folder: file names sort by time, and only the owner may read the files', async () => {
    const { mailer, dir, arrived, dispose } = await folderUnderTest()
    closing.push(dispose)
    for (let turn = 0; turn < 12; turn++) await mailer.send(toAnna({ subject: `Email ${turn}` }))
    const subjects = (await arrived()).map((raw) => /^Subject: Email (\d+)/m.exec(raw.toString())?.[1])
    expect(subjects).toEqual(Array.from({ length: 12 }, (_, turn) => String(turn)))
    for (const name of await readdir(dir)) {
      expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-\d{6}-[0-9a-f]{6}\.eml$/)
      expect((await stat(join(dir, name))).mode & 0o077).toBe(0)
    }
  })

  test('folder: deletes the emails to one address and no others', async () => {
    const { mailer, dir, arrived, dispose } = await folderUnderTest()
    closing.push(dispose)
    const long = `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`
    const name = `Anna <ben@example.com> ${'very '.repeat(30)}`
    for (const to of [
      { address: 'Anna@Example.com' },
      { address: 'anna@example.com', name },
      { address: 'joanna@example.com' },
      { address: 'ben@example.com', name: 'anna@example.com' },
      { address: long, name },
      { address: 'zoë@bücher.example' },
    ]) {
      await mailer.send(toAnna({ to, subject: 'To: anna@example.com' }))
    }
    await writeFile(join(dir, 'notes.txt'), 'To: anna@example.com\r\n\r\n')
    expect((await mailer.recipientsBefore(Date.now() / 1000 + 1)).sort()).toEqual(
      ['anna', 'joanna', 'ben']
        .map((who) => `${who}@example.com`)
        .concat([long, 'zoë@xn--bcher-kva.example'])
        .sort(),
    )
    expect(await mailer.recipientsBefore(Date.now() / 1000 - 60)).toEqual([])
    await mailer.deleteTo('ANNA@example.com')
    expect(await arrived()).toHaveLength(5)
    for (const address of [long, 'zoë@bücher.example', 'ben@example.com']) await mailer.deleteTo(address)
    await rm(join(dir, 'notes.txt'))
    const [left, ...more] = await arrived()
    expect([left?.toString().match(/^To: .*$/m)?.[0], more]).toEqual(['To: joanna@example.com', []])
  })

  test('SMTP_PER_MINUTE: sends so many emails in any minute, and keeps a fifth for emails that somebody waits for', async () => {
    const { mailer, arrived, dispose } = await folderUnderTest()
    closing.push(dispose)
    let nowMs = 0
    const limited = limitedMailer(
      mailer,
      openMemoryRateLimits(() => nowMs),
      10,
    )
    const news = toAnna({ unsubscribe: 'https://rosella.example/u' })
    const sendAll = async (mail: typeof news, count: number) => {
      const results = await Promise.allSettled(Array.from({ length: count }, () => limited.send(mail)))
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Postponed)
      return results.filter(({ status }) => status === 'fulfilled').length
    }
    expect([await sendAll(news, 20), await sendAll(toAnna(), 20)]).toEqual([8, 2])
    await expect(limited.send(toAnna())).rejects.toMatchObject({ seconds: 60 })
    nowMs = 59_000
    expect(await sendAll(toAnna(), 1)).toBe(0)
    nowMs = 60_001
    expect([await sendAll(toAnna(), 20), await sendAll(news, 20)]).toEqual([10, 0])
    expect(await arrived()).toHaveLength(20)
  })

  test('folder: reports a folder that it cannot write to, and uses it once it can', async () => {
    const dir = join(await mkdtemp(join(tmpdir(), 'rosella-mail-')), 'mail')
    await writeFile(dir, 'a file where the folder should be')
    const mailer = await openFolderMailer({ dir: dir, from: sender, print: () => {} })
    for (const work of [() => mailer.check(), () => mailer.send(toAnna())]) {
      const result = work()
      await expect(result).rejects.toBeInstanceOf(ConfigurationFault)
      await expect(result).rejects.toThrow(`Cannot write to the folder ${dir}`)
    }
    await rm(dir)
    await mailer.check()
    await mailer.send(toAnna())
    expect(await readdir(dir)).toHaveLength(1)
    await rm(join(dir, '..'), { recursive: true })
  })

  test('SMTP: the envelope has the one recipient, and nothing is written to the terminal', async () => {
    const seen: unknown[] = []
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((chunk) => seen.push(chunk) > 0)
    }
    const { mailer, recipients, refuse, dispose } = await smtpUnderTest()
    closing.push(dispose)
    await mailer.send(toAnna({ to: { name: '<eve@example.com>, Anna', address: 'anna@example.com' } }))
    await refuse()
    await expect(mailer.send(toAnna())).rejects.toThrow()
    vi.restoreAllMocks()
    expect(recipients).toEqual(['anna@example.com', 'anna@example.com'])
    expect(seen).toEqual([])
  })

  test('SMTP: a wrong password is a configuration fault, a closed port is transient', async () => {
    const { port, mailer, dispose } = await smtpUnderTest()
    await mailer.check()
    const wrong = openSmtpMailer({ url: `smtp://rosella:wrong@127.0.0.1:${port}`, from: sender })
    for (const work of [() => wrong.send(toAnna()), () => wrong.check()]) {
      const result = work()
      await expect(result).rejects.toBeInstanceOf(ConfigurationFault)
      await expect(result).rejects.toThrow('rejected our user name and password. Check SMTP_URL (EAUTH 535).')
    }
    await wrong.close()
    await dispose()
    const nobody = openSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: sender })
    closing.push(() => nobody.close())
    const unreached = nobody.send(toAnna())
    await expect(unreached).rejects.toThrow('ECONNREFUSED')
    await expect(nobody.check()).rejects.toBeInstanceOf(TransientError)
    await expect(unreached).rejects.toBeInstanceOf(TransientError)
  })

  test('SMTP: a server that does not respond times out', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    closing.push(() => silent.close())
    const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const mailer = openSmtpMailer({ url, from: sender, timeoutMs: 200 })
    closing.push(() => mailer.close())
    const started = performance.now()
    const unanswered = mailer.send(toAnna())
    await expect(unanswered).rejects.toThrow(/[Gg]reeting|[Tt]imeout/)
    await expect(unanswered).rejects.toBeInstanceOf(TransientError)
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  test('SMTP: closing finishes the email being sent and refuses others', async () => {
    const { mailer, arrived, dispose } = await smtpUnderTest()
    closing.push(dispose)
    const sending = mailer.send(toAnna())
    await mailer.close()
    await sending
    expect(await arrived()).toHaveLength(1)
    await expect(mailer.send(toAnna())).rejects.toThrow('closed')
  })

  test('parses the sender once, at start-up', () => {
    expect(readMailbox(sender)).toEqual({ name: 'Rosella', address: 'hello@rosella.example' })
    expect(readMailbox(' a@b.example ')).toEqual({ name: '', address: 'a@b.example' })
    expect(readMailbox('"Rosé, la" <a@b.example>')).toEqual({ name: 'Rosé, la', address: 'a@b.example' })
    for (const wrong of ['', 'Rosella', 'Rosella <x>', 'a@b.example\r\nBcc: c@d.example'])
      expect(() => readMailbox(wrong)).toThrow('The sender must have the form')
  })
})
