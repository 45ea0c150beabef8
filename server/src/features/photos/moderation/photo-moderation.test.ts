import { giveRole } from '@rosella/testkit/give-role'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { assertPhotosInOrder } from '@rosella/testkit/photos-in-order'
import { scene } from '@rosella/testkit/pictures'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { LiveEvent } from '../../../platform/ports/event-bus'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterEach(() => assertPhotosInOrder(app))
afterAll(() => app.close())

async function uploadAs(username: string, count: number) {
  const [person] = await app.members(username)
  if (!person) throw new Error('no cast')
  const names: string[] = []
  for (let n = 0; n < count; n++) {
    names.push(await person.upload(await testPhoto(person.id * 60 + n)))
    app.clock.advance(1)
  }
  return { person, names }
}
const decide = (input: { photo: string; approved: boolean | null; reject_reason?: string | null }) =>
  app.admin.try('POST /api/admin/photo-decision', input)

test('[D §9] the queue lists waiting photos, oldest first, with URLs that work', async () => {
  const { names } = await uploadAs('Anna', 3)
  const { items, pages } = await app.admin.call('GET /api/admin/photos')
  expect(items.map((item) => item.filename)).toEqual(names)
  expect(pages).toBe(1)
  expect(items[0]).toMatchObject({ username: 'Anna', approved: null, approved_ts: null, moderator: null })
  expect((await fetch(app.url + items[0]?.lg_url)).status).toBe(200)
  for (const photo of names) await decide({ photo, approved: true })
  expect(await app.admin.call('GET /api/admin/photos')).toEqual({ items: [], pages: 1 })
})

test('[D §9] lists decided photos newest first, in pages of 24; a page past the end gives the last one', async () => {
  const decided: string[] = []
  for (const username of ['Bella', 'Cara']) {
    const { names } = await uploadAs(username, 13)
    for (const photo of names) {
      await decide({ photo, approved: false, reject_reason: 'Blurred' })
      app.clock.advance(1)
      decided.unshift(photo)
    }
  }
  const page = async (p: number) => {
    const { items, pages } = await app.admin.call('GET /api/admin/photos', { state: 'rejected', p })
    return { names: items.map((item) => item.filename), pages }
  }
  expect(await page(1)).toEqual({ names: decided.slice(0, 24), pages: 2 })
  expect(await page(2)).toEqual({ names: decided.slice(24), pages: 2 })
  expect(await page(99)).toEqual(await page(2))
  expect((await app.admin.try('GET /api/admin/photos', { state: 'lost' })).status).toBe(400)
})

test('[P2 §3] shows the owner the reason and the moderator of a rejection; approval removes the reason', async () => {
  const { person, names } = await uploadAs('Dora', 1)
  const [photo = ''] = names
  await decide({ photo: `${photo}.jpg`, approved: false, reject_reason: '  No face to be seen ' })
  const seen = async () => (await person.call('GET /api/photos'))[0]
  expect(await seen()).toMatchObject({
    approved: false,
    main: false,
    username: 'Admin',
    reject_reason: 'No face to be seen',
  })
  const at = app.clock.now()
  await decide({ photo, approved: true, reject_reason: 'ignored' })
  const approved = await seen()
  expect(approved).toMatchObject({ approved: true, main: true, reject_reason: null })
  expect(approved?.approved_ts).toBeGreaterThanOrEqual(at)
})

test('[D §9] records every decision in the audit log with before and after', async () => {
  const { person, names } = await uploadAs('Ella', 1)
  const [photo = ''] = names
  await decide({ photo, approved: true })
  await decide({ photo, approved: false, reject_reason: 'Someone else' })
  const entries = await app.db
    .selectFrom('audit')
    .where('member_id', '=', person.id)
    .orderBy('id')
    .select(['admin_id', 'action', 'before', 'after'])
    .execute()
  const awaiting = { photo, approved: null, reject_reason: null }
  const approved = { photo, approved: true, reject_reason: null }
  const rejected = { photo, approved: false, reject_reason: 'Someone else' }
  const admin_id = app.admin.id
  expect(entries).toEqual([
    { admin_id, action: 'photo.approve', before: awaiting, after: approved },
    { admin_id, action: 'photo.reject', before: approved, after: rejected },
  ])
})

test('[D §10] publishes decisions and queue changes once they are stored', async () => {
  const events: LiveEvent[] = []
  const stop = app.server.services.bus.subscribe((event) => {
    // Activity is published on its own schedule.
    if (event.kind !== 'session.ended' && event.kind !== 'members.active') events.push(event)
  })
  const since = async (work: Promise<unknown>) => {
    events.length = 0
    await work
    await expect.poll(() => events.length).toBeGreaterThan(0)
    return [...events]
  }
  const [fay] = await app.members('Fay')
  if (!fay) throw new Error('no cast')
  const member_id = fay.id
  const changed = { kind: 'member.changed', member_id }
  const queue = { kind: 'queue.changed' }
  expect(await since(fay.upload(await testPhoto(1)))).toEqual([queue])
  const [photo] = await fay.call('GET /api/photos')
  const name = photo?.filename ?? ''
  const decided = { kind: 'photo.decided', name, member_id }
  expect(await since(decide({ photo: name, approved: true }))).toEqual([changed, decided, queue])
  expect(await since(decide({ photo: name, approved: false }))).toEqual([changed, decided])
  expect(await since(decide({ photo: name, approved: false }))).toEqual([decided])
  events.length = 0
  await decide({ photo: 'x'.repeat(24), approved: true })
  await fay.call('DELETE /api/photo', { photo: name })
  expect(events).toEqual([])
  stop()
})

test('[P3 §13] only moderators and admins decide, and only about existing photos', async () => {
  const { person, names } = await uploadAs('Gina', 1)
  const [photo = ''] = names
  const forbidden = { status: 403, body: problemBody('access.moderator') }
  expect(await person.try('POST /api/admin/photo-decision', { photo, approved: true })).toEqual(forbidden)
  expect(await person.try('GET /api/admin/photos')).toEqual(forbidden)
  for (const unknown of ['x'.repeat(24), '../../etc/passwd', ''])
    expect(await decide({ photo: unknown, approved: true })).toEqual({
      status: 404,
      body: problemBody('photo.unknown'),
    })
  expect((await app.admin.try('POST /api/admin/photo-decision', { photo })).status).toBe(400)
  expect(await person.call('GET /api/photos')).toMatchObject([{ approved: null }])
})

test('[D §9] a moderator gets a photo with the member’s other photos and similar photos of other members', async () => {
  const [hana, iris] = (await app.members('Hana', 'Iris')) as [Person, Person]
  const own = await hana.upload(await testPhoto(777))
  const original = await hana.upload(await (await scene(5)).jpeg({ quality: 95 }).toBuffer())
  for (const photo of [own, original]) await decide({ photo, approved: true })
  app.clock.advance(1)
  const borrowed = await iris.upload(await (await scene(5)).resize(700).jpeg({ quality: 60 }).toBuffer())
  const another = await iris.upload(await (await scene(6)).jpeg().toBuffer())
  const { items } = await app.admin.call('POST /api/admin/photo-claim', { count: 10 })
  const mine = items.filter(({ photo }) => photo.member_id === iris.id)
  expect(
    mine.map(({ photo, others, similar }) => [photo.filename, others.length, similar.length]).sort(),
  ).toEqual(
    [
      [borrowed, 1, 1],
      [another, 1, 0],
    ].sort(),
  )
  const [found] = mine.flatMap(({ similar }) => similar)
  expect(found?.photo).toMatchObject({ filename: original, member_id: hana.id, username: 'Hana' })
  expect(found?.distance).toBeLessThanOrEqual(31)
  expect(JSON.stringify(items)).not.toMatch(/pdq|birthday|seq/)
  for (const photo of [borrowed, another])
    await decide({ photo, approved: false, reject_reason: 'Not yours' })
})

test('[D §6] undoing a decision hides the photo and returns it to the queue, claimed by that moderator', async () => {
  const { person, names } = await uploadAs('Kira', 1)
  const [photo = ''] = names
  await decide({ photo, approved: true })
  expect((await fetch(`${app.url}/media/lg/${photo}.jpg`)).status).toBe(200)
  expect((await decide({ photo, approved: null })).status).toBe(200)
  expect((await fetch(`${app.url}/media/lg/${photo}.jpg`)).status).toBe(404)
  expect(await person.call('GET /api/photos')).toMatchObject([{ approved: null, main: false }])
  const { items } = await app.admin.call('GET /api/admin/photos')
  expect(items.map(({ filename }) => filename)).toContain(photo)
})

test('[D §9] photos whose decision can still be undone stay claimed and are not claimed again', async () => {
  const { names } = await uploadAs('Kora', 4)
  await sql`update photo set created_ts = 1 where name = any(${names}::text[])`.execute(app.db)
  const claim = async (count: number, keep: string[] = []) =>
    (await app.admin.call('POST /api/admin/photo-claim', { count, keep })).items.map(
      ({ photo }) => photo.filename,
    )
  const first = await claim(2)
  // A screen that asks again before the first answer has arrived gets the same photos.
  for (let round = 0; round < 10; round++)
    expect(await Promise.all([claim(2), claim(2)])).toEqual([first, first])
  app.clock.advance(200)
  expect((await claim(2, first)).filter((name) => names.includes(name))).toHaveLength(2)
  // The claim on the kept ones was extended, so a colleague gets none of the four.
  app.clock.advance(200)
  const [mona] = (await app.members('Mona')) as [Person]
  await giveRole(app, mona, 'moderator')
  const { items } = await mona.call('POST /api/admin/photo-claim', { count: 10 })
  expect(items.filter(({ photo }) => names.includes(photo.filename))).toEqual([])
})
