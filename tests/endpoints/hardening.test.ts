import { connect } from 'node:net'
import { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe('invalid input and bad timing', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp({ env: { METRICS_TOKEN: 'metrics-token' } })
  })
  afterAll(() => app.close())

  test('a stream is cleaned up if its client disconnects while the session is looked up', async () => {
    const [ben] = await app.members('Ben')
    const { hostname, port } = new URL(app.url)
    const query = new URLSearchParams({ email: ben?.email ?? '', token: ben?.token ?? '' })
    for (let n = 0; n < 15; n++) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(`GET /api/notifications?${query} HTTP/1.1\r\nhost: x\r\n\r\n`, () => {
            socket.destroy()
            resolve()
          })
        })
      })
    }
    const open = async () => {
      const response = await fetch(`${app.url}/metrics`, {
        headers: { authorization: 'Bearer metrics-token' },
      })
      return /^rosella_live_streams (\d+)$/m.exec(await response.text())?.[1]
    }
    await expect.poll(open, { timeout: 5000 }).toBe('0')
    const stream = await ben?.stream()
    stream?.close()
  })

  test('a URL that cannot be decoded is a 400 with a message', async () => {
    const response = await fetch(`${app.url}/api/%zz`)
    expect([response.status, await response.json()]).toEqual([400, problemBody('invalid')])
  })

  test('only failed log-ins count against an account', async () => {
    const [cara] = await app.members('Cara')
    for (let n = 0; n < 14; n++) {
      await cara?.call('POST /api/login', { email: cara.email, password: cara.password })
    }
  })

  test('addresses in the same IPv6 /64 count as one', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 62; n++) {
      const response = await fetch(`${app.url}/api/check-email?email=nobody-${n}@rosella.test`, {
        headers: { 'x-forwarded-for': `2001:db8:1:2::${n.toString(16)}` },
      })
      statuses.push(response.status)
    }
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
    expect(statuses.slice(60)).toEqual([429, 429])
  })

  test('[D §3] email addresses are case-insensitive, also beyond ASCII', async () => {
    const dora = new Person(app.url)
    const email = 'Zoe@ÄRGER.test'
    const basics = { username: 'Zoe', gender_birth: 'f', interested: 'both', relationship_goals: 's' }
    const rest = {
      birthday: '1990-01-01',
      password: 'Correct-Horse-9',
      country: 'AU',
      city: 'Hobart, TAS',
      lat: -42.88,
      lng: 147.33,
    }
    const { id } = await dora.call('POST /api/signup', { ...basics, ...rest, email })
    const logIn = async (address: string) =>
      (await dora.try('POST /api/login', { email: address, password: rest.password })).status
    expect(await logIn(email.toLowerCase())).toBe(200)
    const again = await dora.try('POST /api/signup', { ...basics, ...rest, email: email.toLowerCase() })
    expect([again.status, again.body.message]).toEqual([403, 'This account already exists'])

    // New addresses cannot have such letters before the @, but old ones may.
    const kept = 'Zoë.ÄRGER@rosella.test'
    await app.db.updateTable('account').set({ email: kept }).where('member_id', '=', id).execute()
    expect(await logIn(kept.toUpperCase())).toBe(200)
  })

  test('[D §9] a former admin can no longer act as others', async () => {
    const [eve] = await app.members('Eve')
    const session = await app.admin.call('POST /api/admin/impersonate', {
      id: eve?.id,
      reason: 'They asked for help',
    })
    const ghost = Object.assign(new Person(app.url), {
      email: session.email,
      token: session.token,
      id: session.id,
    })
    expect((await ghost.try('GET /api/user')).status).toBe(200)
    expect((await ghost.try('DELETE /api/session', { session_id: 1 })).status).toBe(403)
    await app.db
      .updateTable('account')
      .set({ email_confirmed: false })
      .where('member_id', '=', app.admin.id)
      .execute()
    expect((await ghost.try('GET /api/user')).status).toBe(401)
    await app.db
      .updateTable('account')
      .set({ email_confirmed: true })
      .where('member_id', '=', app.admin.id)
      .execute()
  })

  test('[D §2] a suspension ends at its date, and logging in completes that', async () => {
    const [fay] = await app.members('Fay')
    const until_ts = app.clock.now() + 3600
    await app.admin.call('POST /api/admin/member', {
      id: fay?.id,
      status: 3,
      reason: 'Rude words',
      until_ts,
    })
    const logIn = () => fay?.try('POST /api/login', { email: fay.email, password: fay.password })
    const refused = await logIn()
    expect(refused?.status).toBe(400)
    expect(refused?.body.message).toMatch(
      /^Your account is suspended until \d{1,2} \w+ 20\d\d\. Reason: Rude words\. Please write to us to appeal: \S+@\S+$/,
    )
    app.clock.advance(3601)
    expect((await logIn())?.body).toMatchObject({ status: 2 })
  })
})

describe('log-ins during other changes, on PostgreSQL', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp({ on: 'postgres' })
  })
  afterAll(() => app.close())

  test('a ban during a log-in wins, and no session survives', async () => {
    const cast = await app.members('Anna', 'Bea', 'Cara', 'Dora')
    for (const person of cast) {
      const tries = Array.from({ length: 4 }, () =>
        person.elsewhere().try('POST /api/login', { email: person.email, password: person.password }),
      )
      await app.admin.call('POST /api/admin/member', { id: person.id, status: 4, reason: 'Scam' })
      await Promise.all(tries)
      const { status } = await app.db
        .selectFrom('member')
        .where('id', '=', person.id)
        .select('status')
        .executeTakeFirstOrThrow()
      const sessions = await app.db
        .selectFrom('session')
        .where('member_id', '=', person.id)
        .select('id')
        .execute()
      expect([status, sessions.length]).toEqual([4, 0])
    }
  })

  test('one account per address whatever its case, also with 16 concurrent sign-ups', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        new Person(app.url).try('POST /api/signup', {
          username: 'Finn',
          gender_birth: 'm',
          interested: 'both',
          relationship_goals: 's',
          birthday: '1990-01-01',
          email: n % 2 === 0 ? 'finn@rosella.test' : 'FINN@Rosella.test',
          password: 'Correct-Horse-9',
          country: 'AU',
          city: 'Hobart, TAS',
          lat: -42.88,
          lng: 147.33,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(403)])
  })
})
