import type { Person } from '@rosella/testkit/person'
import { openTestSmtp } from '@rosella/testkit/smtp-server'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TransientError } from '../../failure'
import { openLog } from './open-log'

const ADDRESS = 'hilda.o+mail@people.example'
const NO_HASH = Buffer.alloc(32)

/** Everything that the site's own log writes. */
function written(log: (log: ReturnType<typeof openLog>) => void): string {
  let text = ''
  log(
    openLog('debug', {
      write: (line) => {
        text += line
      },
    }),
  )
  for (const line of text.trim().split('\n')) JSON.parse(line)
  return text
}

const errorOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('nothing'),
    (error) => error,
  )

describe.each(['pglite', 'postgres'] as const)('faults of %s', (on) => {
  let app: TestApp
  let anna: Person
  let ben: Person
  beforeAll(async () => {
    app = await openTestApp({ on })
    ;[anna, ben] = (await app.members({ username: 'Anna', email: ADDRESS }, 'Ben')) as [Person, Person]
  })
  afterAll(() => app.close())

  test('logs a unique violation with its constraint and without its value', async () => {
    const clash = app.db.updateTable('account').set({ email: ADDRESS }).where('member_id', '=', ben.id)
    const err = await errorOf(clash.execute())
    expect(JSON.stringify({ ...err })).toContain(ADDRESS)
    const text = written((log) => log.warn({ err, id: anna.id }, 'job failed'))
    expect(text).not.toContain('hilda')
    expect(text).toContain('23505')
    expect(text).toContain('account_email')
    expect(text).toMatch(/personal-data\.test\.ts|postgres|pglite/)
  })

  test('omits values that the database quotes in its message', async () => {
    const wrong = app.db
      .selectFrom('member')
      .where('id', '=', 'Hilda Ost' as unknown as number)
      .select('id')
    const err = await errorOf(wrong.execute())
    expect(err.message).toContain('Hilda')
    expect(written((log) => log.error({ err }, 'call failed'))).not.toContain('Hilda')
  })

  test('a failed request is logged without personal data', async () => {
    app.expectErrors()
    const err = await errorOf(
      app.db
        .insertInto('account')
        .values({ member_id: 0, email: ADDRESS, email_hash: NO_HASH, ban_hash: NO_HASH })
        .execute(),
    )
    app.server.http.log.child({ reqId: 'r1' }).error({ err, route: '/api/signup' }, 'call failed')
    const line = app.logLines.at(-1) ?? ''
    expect(line).toContain('/api/signup')
    expect(line).not.toContain('hilda')
    expect(line).not.toContain('"detail"')
  })
})

test('logs an SMTP server’s reply without the address in it', async () => {
  const smtp = await openTestSmtp()
  smtp.answer(ADDRESS, 550)
  const transport = createTransport({ url: smtp.url })
  const err = await errorOf(transport.sendMail({ from: 'us@rosella.test', to: ADDRESS, text: 'Hello' }))
  await smtp.close()
  expect(JSON.stringify({ ...err, message: err.message })).toContain(ADDRESS)
  const text = written((log) => log.warn({ err }, 'job failed'))
  expect(text).not.toContain('hilda')
  expect(text).toContain('550')
})

describe('removes personal data from an error', () => {
  const inside = Object.assign(new Error(`no such mailbox: ${ADDRESS}`), {
    detail: `Key (lower(email))=(${ADDRESS}) already exists.`,
    where: 'SQL statement with Hilda in it',
    parameters: ['Hilda'],
    rejected: [ADDRESS],
    code: '23505',
  })
  test.each([
    ['as a cause', { err: new TransientError('down', { cause: inside }) }],
    ['as the cause of a cause', { err: new Error('a', { cause: new Error('b', { cause: inside }) }) }],
    ['among several', { err: new AggregateError([inside, inside], 'both') }],
    ['under another name', { problem: inside }],
    ['further inside', { job: { id: 7, last: [{ why: inside }] } }],
  ])('%s', (_where, fields) => {
    const text = written((log) => log.warn(fields, 'it failed'))
    expect(text).not.toMatch(/hilda/i)
    expect(text).toContain('23505')
  })

  test('as the only argument, in the message and in a child logger', () => {
    const text = written((log) => {
      log.warn(inside)
      log.child({ part: 'mail', to: ADDRESS }).info(`an email for ${ADDRESS}`)
    })
    expect(text).not.toMatch(/hilda/i)
  })
})

test('recognises addresses in every notation and leaves other text alone', () => {
  const notations = [
    ADDRESS,
    ADDRESS.toUpperCase(),
    `<${ADDRESS}>`,
    `line\n${ADDRESS}\nline`,
    `"hilda ost"@people.example`,
    'hilda@localhost',
    'hilda@[192.0.2.1]',
    'hilda@пример.рф',
    'https://rosella.test/api/users?email=hilda%40people.example&p=2',
    'postgres://rosella:hilda@database.example:5432/rosella',
  ]
  for (const text of notations) expect(written((log) => log.info({ text }, text))).not.toMatch(/hilda/i)
  const path = 'at node_modules/@fastify/static/index.js:3:4'
  expect(written((log) => log.info({ path }, 'request'))).toContain(path)
  expect(written((log) => log.info({ ms: 3 }, 'line one\nline two'))).toContain('line one\\nline two')
})

test('logs an error that refers to itself', () => {
  const err: Error & { cause?: unknown } = new Error('round')
  err.cause = err
  expect(written((log) => log.warn({ err }, 'it failed'))).toContain('round')
})
