import { Authenticator } from '@rosella/testkit/authenticator'
import { confirmAddress } from '@rosella/testkit/mailed-key'
import { addPasskey, tryPasskey, withPasskey } from '@rosella/testkit/passkey'
import { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { appCode, switchTwoStepOn } from '@rosella/testkit/two-step'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { siteSecret } from '../../platform/database/site-secret'
import type { Caller } from '../../platform/http/route'
import { Problem } from '../../platform/problem'
import { revertCredentialChange } from './credential-changes/revert-credential-change'
import { logInByPasskey } from './passkeys/passkeys'
import { reauthenticate } from './reauthenticate'
import { logInTwoStep } from './two-step/log-in-two-step'

const TRIES = 32
const ROUNDS = [1, 2, 3]
const nowhere: Caller = {
  address: '',
  device: '',
  token: undefined,
  bearer: undefined,
  cookie: () => undefined,
  setCookie: () => {},
}

describe('concurrent uses, on PostgreSQL', () => {
  let app: TestApp
  let twoStepKey: Buffer
  beforeAll(async () => {
    app = await openTestApp({ on: 'postgres' })
    twoStepKey = await siteSecret(app.db, 'two-step')
  })
  afterAll(() => app.close())

  const one = async (name: string) => (await app.members(name))[0] as Person
  const deps = () => ({ ...app.server.services, deviceSecret: Buffer.alloc(32), twoStepKey })
  async function sessionsOf({ id }: Person): Promise<number> {
    const rows = await app.db.selectFrom('session').where('member_id', '=', id).select('id').execute()
    return rows.length
  }
  /** Bypasses the transport, so that no rate limit reduces the load. Counts successes and each kind of refusal. */
  async function runConcurrently(tries: (() => Promise<unknown>)[]): Promise<Record<string, number>> {
    const outcomes: Record<string, number> = {}
    for (const answer of await Promise.allSettled(tries.map((attempt) => attempt()))) {
      if (answer.status === 'rejected' && !(answer.reason instanceof Problem)) throw answer.reason
      const word = answer.status === 'fulfilled' ? 'in' : (answer.reason as Problem).code
      outcomes[word] = (outcomes[word] ?? 0) + 1
    }
    return outcomes
  }
  const ticketOf = async ({ email, password }: Person): Promise<string> =>
    (await new Person(app.url).call('POST /api/login', { email, password })).ticket ?? ''
  const twoStep = (ticket: string, code: string) => () => logInTwoStep(deps(), { ticket, code }, nowhere)

  test.each(ROUNDS)('[P3 §12] one ticket and one code open one session, round %i', async () => {
    const anna = await one('Anna')
    const { secret } = await switchTwoStepOn(app, anna)
    const [ticket, before] = [await ticketOf(anna), await sessionsOf(anna)]
    const code = appCode(app, secret)
    const outcomes = await runConcurrently(Array(TRIES).fill(twoStep(ticket, code)))
    expect(outcomes).toEqual({ in: 1, 'two-step.ticket': TRIES - 1 })
    expect(await sessionsOf(anna)).toBe(before + 1)
  })

  test.each(ROUNDS)('[P3 §12] one code for many tickets opens one session, round %i', async () => {
    const ben = await one('Ben')
    const { secret } = await switchTwoStepOn(app, ben)
    const tickets: string[] = []
    for (let n = 0; n < TRIES; n++) tickets.push(await ticketOf(ben))
    const before = await sessionsOf(ben)
    const code = appCode(app, secret)
    const outcomes = await runConcurrently(tickets.map((ticket) => twoStep(ticket, code)))
    // Wrong codes count: after thirty even the right one is refused.
    expect(outcomes).toEqual({ in: 1, 'two-step.wrong': 30, 'two-step.used-up': 1 })
    expect(await sessionsOf(ben)).toBe(before + 1)
  })

  test.each(ROUNDS)('[P3 §12] one recovery code for many tickets opens one session, round %i', async () => {
    const cara = await one('Cara')
    const { recovery_codes } = await switchTwoStepOn(app, cara)
    const tickets: string[] = []
    for (let n = 0; n < TRIES; n++) tickets.push(await ticketOf(cara))
    const before = await sessionsOf(cara)
    const outcomes = await runConcurrently(tickets.map((ticket) => twoStep(ticket, recovery_codes[0] ?? '')))
    expect(outcomes).toEqual({ in: 1, 'two-step.wrong': TRIES - 1 })
    expect(await sessionsOf(cara)).toBe(before + 1)
  })

  test('[P3 §12] checks no more than ten guesses for one ticket', async () => {
    const dora = await one('Dora')
    const { secret } = await switchTwoStepOn(app, dora)
    const ticket = await ticketOf(dora)
    const wrong = String((Number(appCode(app, secret, 9)) + 1) % 1_000_000).padStart(6, '0')
    const outcomes = await runConcurrently(Array(TRIES).fill(twoStep(ticket, wrong)))
    expect(outcomes).toEqual({ 'two-step.wrong': 10, 'two-step.ticket': TRIES - 10 })
  })

  test.each(ROUNDS)('[P3 §12] one passkey response opens one session, round %i', async () => {
    const eve = await one('Eve')
    const device = await withPasskey(eve)
    const before = await sessionsOf(eve)
    const passkey = device.get(await new Person(app.url).call('POST /api/passkey-options'))
    const outcomes = await runConcurrently(Array(TRIES).fill(() => logInByPasskey(deps(), passkey, nowhere)))
    expect(outcomes).toEqual({ in: 1, 'passkey.late': TRIES - 1 })
    expect(await sessionsOf(eve)).toBe(before + 1)
  })

  test('one code re-authenticates once', async () => {
    const fay = await one('Fay')
    const { secret } = await switchTwoStepOn(app, fay)
    const { sessions } = await fay.call('GET /api/sessions')
    const viewer = { id: fay.id, session_id: sessions.find(({ current }) => current)?.id ?? 0 }
    const code = appCode(app, secret)
    const outcomes = await runConcurrently(Array(10).fill(() => reauthenticate(deps(), viewer, { code })))
    expect(outcomes).toEqual({ in: 1, 'two-step.wrong': 9 })
  })

  test('one link undoes once, and a passkey added concurrently does not survive it', async () => {
    const gus = await one('Gus')
    await confirmAddress(app, gus)
    const own = new Authenticator()
    await addPasskey(gus, own)
    const emails = (await app.mail()).filter(({ subject }) => subject?.startsWith('A passkey was added'))
    const key = /(?<=key=)[0-9a-f]{64}/.exec(emails.at(-1)?.text ?? '')?.[0] ?? ''
    const options = await gus.call('POST /api/passkey-register-options')
    const late = new Authenticator()
    const passkey = late.create(options)
    const adding = gus.try('POST /api/passkey-register', { passkey })
    const outcomes = await runConcurrently(Array(TRIES).fill(() => revertCredentialChange(deps(), key)))
    await adding
    expect(outcomes).toEqual({ in: 1, 'undo.key': TRIES - 1 })
    expect((await tryPasskey(app.url, late)).status).toBe(400)
    expect((await tryPasskey(app.url, own)).status).toBe(400)
  })
})
