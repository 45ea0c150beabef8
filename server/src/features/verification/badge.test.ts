import type { problemMessage } from '@rosella/contract/problems'
import { sendSelfies } from '@rosella/testkit/camera'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireVerifications } from './expire-verifications'

const DAY = 86_400
const refusal = (status: number, code: Parameters<typeof problemMessage>[0]) => ({
  status,
  body: problemBody(code),
})

describe('[P3 §8] how badges and selfies expire', () => {
  let app: TestApp
  let otherAdmin: Person
  beforeAll(async () => {
    app = await openTestApp({ on: 'pglite', env: twoAdmins })
    otherAdmin = await signUpSecondAdmin(app)
  })
  afterAll(() => app.close())

  const member = async (username: string, photos = 2) =>
    (await app.members({ username, photos }))[0] as Person
  const own = (person: Person) => person.call('GET /api/verification')
  const queue = async (admin = app.admin) => (await admin.call('GET /api/admin/verifications')).items
  const waitingOf = async (person: Person, admin = app.admin) =>
    (await queue(admin)).find(({ member_id }) => member_id === person.id)
  const decide = (admin: Person, id: number | undefined, approved: boolean, reason?: string) =>
    admin.try('POST /api/admin/verification-decision', { id, approved, ...(reason ? { reason } : {}) })
  const verify = async (person: Person) => {
    await sendSelfies(person)
    expect((await decide(app.admin, (await waitingOf(person))?.id, true)).status).toBe(200)
  }
  const seenBy = async (viewer: Person, person: Person) =>
    (await viewer.call('GET /api/view-profile', { url_hash: person.url_hash })).user
  const endByClock = () => expireVerifications(app.server.services)()
  const selfiesOf = async (person: Person) =>
    app.db
      .selectFrom('verification_frame as f')
      .innerJoin('verification as v', 'v.id', 'f.verification_id')
      .where('v.member_id', '=', person.id)
      .select('f.name')
      .execute()
  /** Files without a photo row, except selfies that still wait; decided ones must not be among them. */
  const strayFiles = async () => {
    const names: string[] = []
    for await (const { name } of app.server.services.photos.listing()) names.push(name)
    const photos = await app.db.selectFrom('photo').select('name').execute()
    const waiting = await app.db.selectFrom('verification_frame').select('name').execute()
    const known = new Set([...photos, ...waiting].map(({ name }) => name))
    return names.filter((name) => !known.has(name))
  }

  test('the badge ends only when the main photo changes to one that was not compared', async () => {
    const [nora, viewer] = [await member('Nora', 2), await member('Olga')]
    await verify(nora)
    const [first, other] = (await nora.call('GET /api/photos')).map(({ filename }) => filename)
    await nora.call('POST /api/change-main-photo', { photo: other })
    expect((await seenBy(viewer, nora)).verified).toBe(true)
    const late = await nora.upload(await testPhoto(nora.id * 100 + 60))
    await app.admin.call('POST /api/admin/photo-decision', { photo: late, approved: true })
    expect((await seenBy(viewer, nora)).verified).toBe(true)
    // The main photo is deleted, and one that was compared replaces it.
    await nora.call('DELETE /api/photo', { photo: other })
    expect((await seenBy(viewer, nora)).verified).toBe(true)
    await nora.call('DELETE /api/photo', { photo: first })
    expect(await seenBy(viewer, nora)).toMatchObject({ verified: false, verified_ts: null, photo: late })
  })

  test('selfies cannot be approved if the main photo changed while they waited', async () => {
    const pia = await member('Pia', 1)
    await sendSelfies(pia)
    const late = await pia.upload(await testPhoto(pia.id * 100 + 60))
    await app.admin.call('POST /api/admin/photo-decision', { photo: late, approved: true })
    await pia.call('POST /api/change-main-photo', { photo: late })
    const waiting = await waitingOf(pia)
    expect(waiting).toMatchObject({ photos_changed: true })
    expect(await decide(app.admin, waiting?.id, true)).toEqual(refusal(409, 'verification.changed'))
    expect(await selfiesOf(pia)).toHaveLength(2)
    await decide(app.admin, waiting?.id, false, 'photos')
    await decide(otherAdmin, waiting?.id, false, 'photos')
    expect(await own(pia)).toMatchObject({ state: 'refused' })
  })

  test('a badge ends after two years, undecided selfies after seven days', async () => {
    const [rita, sara, viewer] = [await member('Rita'), await member('Sara'), await member('Tess')]
    await verify(rita)
    await sendSelfies(sara)
    await endByClock()
    expect(await own(sara)).toMatchObject({ state: 'waiting' })
    app.clock.advance(7 * DAY - 3600)
    await endByClock()
    expect(await own(sara)).toMatchObject({ state: 'expired', verified: false })
    expect([await selfiesOf(sara), await strayFiles()]).toEqual([[], []])
    expect((await seenBy(viewer, rita)).verified).toBe(true)
    await app.db
      .updateTable('member')
      .set({ verified_ts: app.clock.now() - 731 * DAY })
      .where('id', '=', rita.id)
      .execute()
    await endByClock()
    expect(await seenBy(viewer, rita)).toMatchObject({ verified: false, verified_ts: null })
  })

  test('staff remove a badge with a reason that the member reads; the photos can be verified again', async () => {
    const [vera, viewer] = [await member('Vera'), await member('Wanda')]
    const remove = (by: Person, member_id: number, reason: string) =>
      by.try('POST /api/admin/verification-remove', { member_id, reason })
    expect(await remove(app.admin, vera.id, 'Not them')).toEqual(refusal(409, 'verification.none'))
    await verify(vera)
    expect(await remove(app.admin, vera.id, '  ')).toEqual(refusal(400, 'verification.removal-reason'))
    expect(await remove(app.admin, app.admin.id, 'Mine')).toEqual(refusal(403, 'verification.own'))
    expect((await remove(viewer, vera.id, 'Not them')).status).toBe(403)
    expect((await app.admin.call('GET /api/admin/member', { id: vera.id })).member.verified_ts).not.toBeNull()
    // Two moderators at the same moment: one of them removes it.
    const both = await Promise.all([
      remove(app.admin, vera.id, 'Another person reported the same photos.'),
      remove(otherAdmin, vera.id, 'Another person reported the same photos.'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await seenBy(viewer, vera)).toMatchObject({ verified: false, verified_ts: null })
    expect(await own(vera)).toMatchObject({
      verified: false,
      state: 'removed',
      reason: 'Another person reported the same photos.',
    })
    const { history } = await app.admin.call('GET /api/admin/member', { id: vera.id })
    expect(history[0]).toMatchObject({ action: 'verification.remove' })
    // A compared photo as the main photo does not bring the badge back; new selfies do.
    const [, second] = (await vera.call('GET /api/photos')).map(({ filename }) => filename)
    await vera.call('POST /api/change-main-photo', { photo: second })
    expect((await seenBy(viewer, vera)).verified).toBe(false)
    await verify(vera)
    expect(await own(vera)).toMatchObject({ verified: true, state: 'none', reason: null })
  })

  test('selfies are deleted with the account', async () => {
    const una = await member('Una')
    await sendSelfies(una)
    expect(await selfiesOf(una)).toHaveLength(2)
    await una.call('DELETE /api/account')
    expect(await strayFiles()).toEqual([])
    expect(
      await app.db.selectFrom('verification').where('member_id', '=', una.id).select('id').execute(),
    ).toEqual([])
  })
})
