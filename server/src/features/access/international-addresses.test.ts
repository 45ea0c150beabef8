import { createHmac } from 'node:crypto'
import { confirmAddress } from '@rosella/testkit/mailed-key'
import { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hashAddress } from '../../members/address-hash'

vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

/** The spellings of one mailbox: in Unicode, composed differently, in capitals, and in ASCII. */
const spellings = (name: string) => [
  `${name}@bücher.example`,
  `${name}@bu\u0308cher.example`,
  `${name}@BÜCHER.example`,
  `${name}@xn--bcher-kva.example`,
]
const TAKEN = { status: 403, body: problemBody('email.taken') }
const signUp = (email: string) =>
  new Person(app.url).try('POST /api/signup', {
    username: 'Eve',
    gender_birth: 'f',
    interested: 'both',
    relationship_goals: 'serious',
    birthday: '1994-05-01',
    email,
    password: 'Correct-Horse-9',
    country: 'AU',
    city: 'Hobart, TAS',
    lat: -42.88,
    lng: 147.33,
  })
const logIn = async (email: string, { password }: Person) =>
  (await new Person(app.url).try('POST /api/login', { email, password })).body.id

describe('[D §3] the spellings of an international domain are one address', () => {
  test('for sign-up, check-email, change-email and invitations, also under concurrent sign-ups', async () => {
    const [first = '', ...others] = spellings('anna')
    const [ben] = (await app.members('Ben')) as [Person]
    await app.members({ username: 'Anna', email: first })
    for (const email of others) {
      expect(await signUp(email)).toEqual(TAKEN)
      expect(await ben.try('GET /api/check-email', { email })).toEqual(TAKEN)
      expect(await ben.try('POST /api/change-email', { new_email: email, password: ben.password })).toEqual(
        TAKEN,
      )
      expect(await app.admin.try('POST /api/admin/invite', { invite_email: email })).toEqual(TAKEN)
    }
    const replies = await Promise.all(spellings('dora').map(signUp))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403])
  })

  test('for log-in, sessions and access emails', async () => {
    const [email = '', ...others] = spellings('cara')
    const [cara] = (await app.members({ username: 'Cara', email })) as [Person]
    for (const spelling of others) {
      expect(await logIn(spelling, cara)).toBe(cara.id)
      expect((await cara.try('GET /api/user', { email: spelling })).status).toBe(200)
    }
    await cara.call('POST /api/request-access', { email: others[0], kind: 'link' })
    expect((await app.mail()).at(-1)?.subject).toBe('Your log-in link – Rosella')
    const refused = await cara.try('POST /api/change-email', {
      new_email: others[1],
      password: cara.password,
    })
    expect(refused.body).toEqual(problemBody('email.same'))
  })

  test('for bans, and for “People I know”', async () => {
    const [email = '', second = '', third = ''] = spellings('finn')
    const [finn, ben] = (await app.members({ username: 'Finn', email }, 'Ben')) as [Person, Person]
    const seesBen = async () => (await finn.try('GET /api/view-profile', { url_hash: ben.url_hash })).status
    expect(await seesBen()).toBe(200)
    await ben.call('POST /api/people-i-know', { addresses: [second] })
    expect(await seesBen()).toBe(404)

    const { id } = finn
    await app.db.updateTable('account').set({ email_confirmed: true }).where('member_id', '=', id).execute()
    await app.admin.call('POST /api/admin/member', { id, status: 4, reason: 'Spam' })
    await app.db.deleteFrom('member').where('id', '=', id).execute()
    expect(await signUp(third)).toEqual(TAKEN)
  })
})

describe('accounts from before addresses were normalised', () => {
  /** Stores the address and its hash as the previous version did. */
  async function storeAsBefore({ id }: Person, email: string): Promise<void> {
    const secret = await app.db
      .selectFrom('site_secret')
      .where('name', '=', 'people-i-know')
      .select('value')
      .executeTakeFirstOrThrow()
    const email_hash = createHmac('sha256', secret.value).update(email.toLowerCase()).digest()
    await app.db.updateTable('account').set({ email, email_hash }).where('member_id', '=', id).execute()
  }

  test('are found by any spelling after start-up; where two share a mailbox, each is found by its own', async () => {
    const [unicode = '', decomposed = '', , ascii = ''] = spellings('gina')
    const [gina, twin, ivy, ben] = (await app.members('Gina', 'Twin', 'Ivy', 'Ben')) as Person[] as [
      Person,
      Person,
      Person,
      Person,
    ]
    await confirmAddress(app, gina)
    await storeAsBefore(gina, unicode)
    await storeAsBefore(twin, ascii)
    await storeAsBefore(ivy, 'ivy@bücher.example')
    // An entry of “People I know” that the previous version hashed as it was entered.
    await ben.call('POST /api/people-i-know', { addresses: ['someone@rosella.test'] })
    const { email_hash } = await app.db
      .selectFrom('account')
      .where('member_id', '=', ivy.id)
      .select('email_hash')
      .executeTakeFirstOrThrow()
    await app.db
      .updateTable('people_i_know')
      .set({ address_hash: email_hash })
      .where('member_id', '=', ben.id)
      .execute()

    const other = await app.second()
    try {
      expect(await logIn(unicode, gina)).toBe(gina.id)
      expect(await logIn(ascii, twin)).toBe(twin.id)
      expect([gina.id, twin.id]).toContain(await logIn(decomposed, gina))
      for (const spelling of spellings('ivy')) expect(await logIn(spelling, ivy)).toBe(ivy.id)
      for (const spelling of [...spellings('gina'), ...spellings('ivy')])
        expect(await signUp(spelling)).toEqual(TAKEN)
      const seen = Object.assign(ivy.elsewhere(), { email: spellings('ivy')[3], token: ivy.token })
      expect((await seen.try('GET /api/user')).status).toBe(200)
      expect((await seen.try('GET /api/view-profile', { url_hash: ben.url_hash })).status).toBe(404)
      const { email_hash: now } = await app.db
        .selectFrom('account')
        .where('member_id', '=', ivy.id)
        .select('email_hash')
        .executeTakeFirstOrThrow()
      expect(Buffer.from(now)).toEqual((await hashAddress(app.db, 'ivy@xn--bcher-kva.example')).email_hash)
    } finally {
      await other.close()
    }
  })
})
