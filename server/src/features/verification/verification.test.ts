import { problemMessage } from '@rosella/contract/problems'
import { otherPose, poseOf, poses } from '@rosella/contract/verification/poses'
import { sendSelfies, testSelfie, testSelfies, trySendSelfies } from '@rosella/testkit/camera'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const refusal = (status: number, code: Parameters<typeof problemMessage>[0]) => ({
  status,
  body: problemBody(code),
})

describe('[P3 §8] verified photos', () => {
  let app: TestApp
  let otherAdmin: Person
  beforeAll(async () => {
    app = await openTestApp({ env: twoAdmins })
    otherAdmin = await signUpSecondAdmin(app)
  })
  afterAll(() => app.close())

  const member = async (username: string, photos = 2) =>
    (await app.members({ username, photos }))[0] as Person
  const start = (person: Person) => person.call('POST /api/verification-start')
  const own = (person: Person) => person.call('GET /api/verification')
  const queue = async (admin = app.admin) => (await admin.call('GET /api/admin/verifications')).items
  const waitingOf = async (person: Person, admin = app.admin) =>
    (await queue(admin)).find(({ member_id }) => member_id === person.id)
  const decide = (admin: Person, id: number | undefined, approved: boolean, reason?: string) =>
    admin.try('POST /api/admin/verification-decision', { id, approved, ...(reason ? { reason } : {}) })
  const seenBy = async (viewer: Person, person: Person) =>
    (await viewer.call('GET /api/view-profile', { url_hash: person.url_hash })).user
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

  test('returns two of 24 poses, each with a seated one-handed alternative, for 90 seconds', async () => {
    const anna = await member('Anna')
    expect(poses).toHaveLength(24)
    expect(new Set(poses.map((pose) => otherPose(pose).key)).size).toBe(24)
    const seen = new Set<string>()
    for (let n = 0; n < 5; n++) {
      const before = app.clock.now()
      const { challenge, poses: asked, until_ts } = await start(anna)
      expect(until_ts).toBeGreaterThanOrEqual(before + 90)
      expect(until_ts).toBeLessThanOrEqual(app.clock.now() + 90)
      expect(asked).toHaveLength(2)
      for (const { key, words, other } of asked) {
        const pose = poseOf(key)
        expect(pose && { words: pose.words, other: otherPose(pose).key }).toEqual({ words, other: other.key })
        expect(pose && otherPose(pose).hands).toHaveLength(1)
      }
      seen.add(challenge)
    }
    expect(seen.size).toBe(5)
  })

  test('requires an approved photo, and is closed to impersonators', async () => {
    const bea = await member('Bea', 0)
    expect(await bea.try('POST /api/verification-start')).toEqual(refusal(400, 'verification.photos'))
    const cara = await member('Cara')
    const acting = cara.elsewhere()
    acting.token = (
      await app.admin.call('POST /api/admin/impersonate', { id: cara.id, reason: 'They asked for help' })
    ).token
    expect(await acting.try('POST /api/verification-start')).toEqual(refusal(403, 'access.impersonating'))
    const { challenge } = await start(cara)
    expect(await trySendSelfies(acting, challenge, await testSelfies())).toEqual(
      refusal(403, 'access.impersonating'),
    )
  })

  test('a moderator sees the selfies next to the approved photos; approval gives the badge and deletes the selfies', async () => {
    const [dora, ella] = [await member('Dora'), await member('Ella')]
    await dora.upload(await testPhoto(dora.id * 100 + 50))
    await sendSelfies(dora)
    expect(await own(dora)).toMatchObject({ state: 'waiting', verified: false })
    expect(await dora.try('POST /api/verification-start')).toEqual(refusal(409, 'verification.waiting'))
    const waiting = await waitingOf(dora)
    expect(waiting?.photos.map(({ approved }) => approved)).toEqual([true, true])
    expect(waiting?.photos_changed).toBe(false)
    expect(waiting?.frames).toHaveLength(2)
    for (const { lg_url, words } of waiting?.frames ?? []) {
      const frame = await fetch(app.url + lg_url)
      expect([frame.status, frame.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      expect(words).not.toBe('')
      // Neither the bare name nor another signature works.
      expect((await fetch(app.url + lg_url.split('?')[0])).status).toBe(404)
    }
    expect(await selfiesOf(dora)).toHaveLength(2)

    expect((await decide(app.admin, waiting?.id, true)).body).toEqual({ waits: false })
    const { verified_ts, ...state } = await own(dora)
    expect(state).toMatchObject({ state: 'none', verified: true })
    expect(verified_ts).toBeGreaterThan(app.clock.now() - 60)
    expect(await seenBy(ella, dora)).toMatchObject({ verified: true, verified_ts })
    expect([await selfiesOf(dora), await strayFiles()]).toEqual([[], []])
    for (const { lg_url } of waiting?.frames ?? []) expect((await fetch(app.url + lg_url)).status).toBe(404)
    expect(await decide(otherAdmin, waiting?.id, true)).toEqual(refusal(404, 'verification.unknown'))
    const { history } = await app.admin.call('GET /api/admin/member', { id: dora.id })
    const entry = history.find(({ action }) => action === 'verification.approve')
    expect(entry?.after).toMatchObject({
      sent_ts: expect.any(Number),
      frames: [expect.any(String), expect.any(String)],
    })
  })

  test('a refusal needs a second moderator, who may also approve', async () => {
    const [fay, gina] = [await member('Fay'), await member('Gina')]
    await sendSelfies(fay)
    await sendSelfies(gina)
    for (const person of [fay, gina]) {
      const id = (await waitingOf(person))?.id
      expect(await decide(app.admin, id, false)).toEqual(refusal(400, 'verification.reason'))
      expect((await decide(app.admin, id, false, 'person')).body).toEqual({ waits: true })
      expect(await decide(app.admin, id, false, 'person')).toEqual(refusal(409, 'verification.second'))
      expect((await waitingOf(person))?.first).toMatchObject({ reason: 'person', own: true })
      expect((await waitingOf(person, otherAdmin))?.first).toMatchObject({ moderator: 'Admin', own: false })
      expect(await own(person)).toMatchObject({ state: 'waiting', reason: null })
    }
    expect((await decide(otherAdmin, (await waitingOf(fay))?.id, false, 'pose')).body).toEqual({
      waits: false,
    })
    expect(await own(fay)).toMatchObject({
      state: 'refused',
      verified: false,
      reason: "The poses weren't the ones we asked for.",
    })
    expect((await decide(otherAdmin, (await waitingOf(gina))?.id, true)).body).toEqual({ waits: false })
    expect(await own(gina)).toMatchObject({ state: 'none', verified: true })
    expect(await strayFiles()).toEqual([])
    // After a refusal they can try again.
    await sendSelfies(fay)
  })

  test('nobody decides about their own selfies', async () => {
    const photo = await app.admin.upload(await testPhoto(31))
    await otherAdmin.call('POST /api/admin/photo-decision', { photo, approved: true })
    await sendSelfies(app.admin)
    const id = (await waitingOf(app.admin))?.id
    expect((await waitingOf(app.admin))?.own).toBe(true)
    expect(await decide(app.admin, id, true)).toEqual(refusal(403, 'verification.own'))
    // There is no second moderator, because the member can't decide about themselves.
    expect((await decide(otherAdmin, id, false, 'quality')).body).toEqual({ waits: false })
  })

  test('refuses a used, another member’s, an unknown and an expired challenge', async () => {
    const [hana, ida] = [await member('Hana'), await member('Ida')]
    const { challenge } = await start(hana)
    expect(await trySendSelfies(ida, challenge, await testSelfies())).toEqual(
      refusal(404, 'verification.challenge'),
    )
    // These selfies are refused, and the challenge is used nevertheless.
    expect(await trySendSelfies(hana, challenge, [await testSelfie(1), await testPhoto(2)])).toEqual(
      refusal(400, 'verification.camera'),
    )
    expect(await trySendSelfies(hana, challenge, await testSelfies())).toEqual(
      refusal(404, 'verification.challenge'),
    )
    const late = await start(hana)
    app.clock.advance(106)
    expect(await trySendSelfies(hana, late.challenge, await testSelfies())).toEqual(
      refusal(400, 'verification.expired'),
    )
    const replaced = await start(hana)
    await start(hana)
    expect(await trySendSelfies(hana, replaced.challenge, await testSelfies())).toEqual(
      refusal(404, 'verification.challenge'),
    )
    expect(await strayFiles()).toEqual([])
  })

  test('refuses a selfie that anyone has sent before, even in another file', async () => {
    const [jane, kim] = [await member('Jane'), await member('Kim')]
    const sent = await sendSelfies(jane)
    await decide(app.admin, (await waitingOf(jane))?.id, true)
    const again = Buffer.concat([sent[0] as Buffer, Buffer.from('something behind the picture')])
    for (const frame of [sent[0] as Buffer, again]) {
      const { challenge } = await start(kim)
      expect(await trySendSelfies(kim, challenge, [frame, (await testSelfies())[0] as Buffer])).toEqual(
        refusal(400, 'verification.replayed'),
      )
    }
    expect(await strayFiles()).toEqual([])
  })

  test('refuses files that cannot come from the page’s camera', async () => {
    const lena = await member('Lena', 1)
    const good = (seed: number) => testSelfie(seed)
    const photo = await sharp(await testSelfie(71))
      .jpeg({ quality: 70 })
      .toBuffer()
    await lena.upload(photo)
    const wrong: [string, Buffer[]][] = [
      ['verification.frames', [await good(60)]],
      [
        'verification.same',
        [
          await good(61),
          await sharp(await good(61))
            .jpeg({ quality: 60 })
            .toBuffer(),
        ],
      ],
      // A photo from the profile, in front of the camera.
      ['verification.camera', [await good(62), await testSelfie(71)]],
      ['verification.camera', [await good(63), await testSelfie(64, 480, 640)]],
      ['verification.camera', [await testSelfie(65, 2000, 1500), await testSelfie(66, 2000, 1500)]],
      ['verification.camera', [await testSelfie(67, 200, 150), await testSelfie(68, 200, 150)]],
      [
        'verification.camera',
        [
          await good(69),
          await sharp(await good(70))
            .png()
            .toBuffer(),
        ],
      ],
      [
        'verification.camera',
        [
          await good(72),
          await sharp(await good(73))
            .withExif({ IFD0: { Make: 'Phone', Model: 'One' } })
            .jpeg()
            .toBuffer(),
        ],
      ],
    ]
    for (const [code, frames] of wrong) {
      const { challenge } = await start(lena)
      const { body } = await trySendSelfies(lena, challenge, frames)
      expect(body.message).toBe(problemMessage(code as 'verification.camera'))
    }
    const { challenge, poses: asked } = await start(lena)
    expect(
      (await trySendSelfies(lena, challenge, await testSelfies(), { poses: 'crown,ears' })).body.message,
    ).toBe(
      asked.map(({ key }) => key).join() === 'crown,ears' ? undefined : problemMessage('verification.pose'),
    )
    // Ten starts a day are the limit.
    const left = await lena.try('POST /api/verification-start')
    expect([left.status, (await lena.try('POST /api/verification-start')).status]).toContain(429)
  })

  test('accepts the alternative poses, and the moderator sees which', async () => {
    const mona = await member('Mona')
    const { challenge, poses: asked } = await start(mona)
    const shown = [asked[0]?.other.key, asked[1]?.key].join()
    expect((await trySendSelfies(mona, challenge, await testSelfies(), { poses: shown })).status).toBe(200)
    expect((await waitingOf(mona))?.frames.map(({ pose }) => pose).join()).toBe(shown)
  })
})
