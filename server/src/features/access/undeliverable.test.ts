import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'
import { mailedKey } from '@rosella/testkit/mailed-key'
import type { Person } from '@rosella/testkit/person'
import { openTestSmtp, type TestSmtp } from '@rosella/testkit/smtp-server'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import type { Email } from 'postal-mime'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

/** A POP3 server with one mailbox, as RFC 1939 describes it; the keys are the unique ids. */
const box = new Map<string, string>()
let retrieved: string[] = []
const pop3: Server = createServer((socket) => {
  const deleted: string[] = []
  const uids = [...box.keys()]
  const say = (...lines: string[]) => socket.write(lines.map((line) => `${line}\r\n`).join(''))
  let user = ''
  say('+OK ready')
  createInterface(socket).on('line', (line) => {
    const [command = '', argument = ''] = line.split(' ')
    const uid = uids[Number(argument) - 1] ?? ''
    if (command === 'USER') {
      user = argument
      say('+OK')
    } else if (command === 'PASS') say(user === 'bounces@x' && argument === 'se:cret' ? '+OK' : '-ERR no')
    else if (command === 'UIDL') say('+OK', ...uids.map((one, n) => `${n + 1} ${one}`), '.')
    else if (command === 'RETR') {
      retrieved.push(uid)
      const lines = (box.get(uid) ?? '').split('\n')
      say('+OK', ...lines.map((one) => (one.startsWith('.') ? `.${one}` : one)), '.')
    } else if (command === 'DELE') {
      deleted.push(uid)
      say('+OK')
    } else if (command === 'QUIT') {
      for (const one of deleted) box.delete(one)
      say('+OK')
      socket.end()
    } else say('-ERR what?')
  })
})

let smtp: TestSmtp
let app: TestApp
beforeAll(async () => {
  pop3.listen(0, '127.0.0.1')
  await once(pop3, 'listening')
  smtp = await openTestSmtp()
  const env = {
    BOUNCE_ADDRESS: 'bounces@rosella.test',
    BOUNCE_URL: `pop3://bounces%40x:se%3Acret@127.0.0.1:${(pop3.address() as AddressInfo).port}`,
  }
  app = await openTestApp({ on: 'postgres', smtp, env })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
  pop3.close()
})
afterEach(() => {
  box.clear()
  retrieved = []
})

const one = async (name: string) => (await app.members(name))[0] as Person
const collect = () => app.server.jobs.runPeriodic('collect-bounces')
const isMarked = async (person: Person) => (await person.call('GET /api/user')).email_undeliverable
const emailsTo = async ({ email }: Person) =>
  (await app.mail()).filter(({ to }) => to?.[0]?.address === email)
const lastTo = async (person: Person) => (await emailsTo(person)).at(-1) as Email

/** As Postfix writes it; other servers differ in the words of the first part only. */
const bounce = ({ messageId = '', to }: Email, { status = '5.1.1', action = 'failed', about = '' } = {}) => {
  const address = about || to?.[0]?.address
  return `Return-Path: <>
From: MAILER-DAEMON@mail.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="B7"

--B7
Content-Type: text/plain; charset=us-ascii

<${address}>: host mx.example said: 550 ${status} User unknown (in reply to RCPT TO command)
..

--B7
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example

Final-Recipient: rfc822; ${address}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 ${status} User unknown

--B7
Content-Type: text/rfc822-headers

From: Rosella <hello@rosella.test>
To: ${address}
Message-ID: ${messageId}

--B7--`
}

test('a bounce marks the address, is deleted, and the member is notified until they confirm the address again', async () => {
  const anna = await one('Anna')
  await anna.call('POST /api/login', { email: anna.email, hash: await mailedKey(app, anna, 'link') })
  expect(await isMarked(anna)).toBe(false)
  expect(new Set(smtp.returnPaths())).toEqual(new Set(['bounces@rosella.test']))
  box.set('a', bounce(await lastTo(anna)))
  await collect()
  expect([await isMarked(anna), [...box.keys()]]).toEqual([true, []])

  // "Verify" works although the address was confirmed before, and reading the email clears the mark.
  await anna.call('POST /api/verify-email')
  const hash = /hash=([0-9a-f]{64})/.exec((await lastTo(anna)).text ?? '')?.[1]
  await anna.call('POST /api/login', { email: anna.email, hash })
  expect(await isMarked(anna)).toBe(false)
  expect(await anna.try('POST /api/verify-email')).toMatchObject({ status: 400 })
})

test('a marked address gets what its member asks for, but no news', async () => {
  const [ben, cara] = (await app.members('Ben', 'Cara')) as [Person, Person]
  await ben.call('POST /api/login', { email: ben.email, hash: await mailedKey(app, ben, 'link') })
  box.set('b', bounce(await lastTo(ben)))
  await collect()
  const before = (await emailsTo(ben)).length
  await app.db
    .updateTable('activity')
    .set({ last_active_ts: 1, left_ts: 1 })
    .where('member_id', '=', ben.id)
    .execute()
  for (const [from, to] of [
    [ben, cara],
    [cara, ben],
  ] as const)
    await from.call('POST /api/user-action', { action: 'like', recipient_id: to.id })
  app.clock.advance(2 * 3600)
  expect((await emailsTo(ben)).length).toBe(before)
  await mailedKey(app, ben, 'code')
  expect((await emailsTo(ben)).length).toBe(before + 1)
})

test('another address ends the mark', async () => {
  const dora = await one('Dora')
  box.set('d', bounce(await lastTo(dora)))
  await collect()
  const new_email = 'dora-new@rosella.test'
  const { token } = await dora.call('POST /api/change-email', { new_email, password: dora.password })
  Object.assign(dora, { email: new_email, token })
  expect(await isMarked(dora)).toBe(false)
})

test('nobody can invent a bounce, and other emails stay in the mailbox', async () => {
  const [eve, finn] = (await app.members('Eve', 'Finn')) as [Person, Person]
  const own = await lastTo(eve)
  const others = {
    'about somebody else': bounce(own, { about: finn.email }),
    'without an id': bounce({ ...own, messageId: `<1234@rosella.test>` }),
    'with an invented signature': bounce({ ...own, messageId: `<1.${'0'.repeat(24)}@rosella.test>` }),
    'a full mailbox': bounce(own, { status: '5.2.2' }),
    'a spam filter': bounce(own, { status: '5.7.1' }),
    'a delay': bounce(own, { status: '4.4.1', action: 'delayed' }),
    'a letter': bounce(own).replace('multipart/report', 'multipart/mixed'),
  }
  for (const [uid, text] of Object.entries(others)) box.set(uid.replaceAll(' ', '-'), text)
  await collect()
  expect([await isMarked(eve), await isMarked(finn)]).toEqual([false, false])
  expect([box.size, retrieved.length]).toEqual([7, 7])
  // They are not read again.
  box.set('real', bounce(own))
  await collect()
  expect([box.size, retrieved.length, await isMarked(eve)]).toEqual([7, 8, true])
})

test('a refusal of the address marks it immediately, a refusal of the email does not', async () => {
  const [gina, hal] = (await app.members('Gina', 'Hal')) as [Person, Person]
  smtp.answer(gina.email, 550)
  smtp.answer(hal.email, 554)
  for (const person of [gina, hal])
    await person.call('POST /api/request-access', { email: person.email, kind: 'link' })
  await app.jobsDone()
  expect([await isMarked(gina), await isMarked(hal)]).toEqual([true, false])
})
