import { testPhoto } from '@rosella/testkit/cast'
import { demandPhotosInOrder } from '@rosella/testkit/photos-in-order'
import { openTestHouse, type TestHouse } from '@rosella/testkit/test-house'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { LiveEvent } from '../../domain/live-event'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterEach(() => demandPhotosInOrder(house))
afterAll(() => house.close())

async function uploadAs(username: string, count: number) {
  const [person] = await house.cast(username)
  if (!person) throw new Error('no cast')
  const names: string[] = []
  for (let n = 0; n < count; n++) {
    names.push(await person.upload(await testPhoto(person.id * 60 + n)))
    house.clock.advance(1)
  }
  return { person, names }
}
const decide = (input: { photo: string; approved: boolean; reject_reason?: string | null }) =>
  house.admin.try('POST /api/admin/photo-decision', input)

test('[D §9] the queue holds what awaits, the oldest first, with addresses that show it', async () => {
  const { names } = await uploadAs('Anna', 3)
  const { items, pages } = await house.admin.call('GET /api/admin/photos')
  expect(items.map((item) => item.filename)).toEqual(names)
  expect(pages).toBe(1)
  expect(items[0]).toMatchObject({ username: 'Anna', approved: null, approved_ts: null, moderator: null })
  expect((await fetch(house.url + items[0]?.lg_url)).status).toBe(200)
  for (const photo of names) await decide({ photo, approved: true })
  expect(await house.admin.call('GET /api/admin/photos')).toEqual({ items: [], pages: 1 })
})

test('[D §9] decided photos are listed the latest first, in pages of 24; past the end is the last page', async () => {
  const decided: string[] = []
  for (const username of ['Bella', 'Cara']) {
    const { names } = await uploadAs(username, 13)
    for (const photo of names) {
      await decide({ photo, approved: false, reject_reason: 'Blurred' })
      house.clock.advance(1)
      decided.unshift(photo)
    }
  }
  const page = async (p: number) => {
    const { items, pages } = await house.admin.call('GET /api/admin/photos', { state: 'rejected', p })
    return { names: items.map((item) => item.filename), pages }
  }
  expect(await page(1)).toEqual({ names: decided.slice(0, 24), pages: 2 })
  expect(await page(2)).toEqual({ names: decided.slice(24), pages: 2 })
  expect(await page(99)).toEqual(await page(2))
  expect((await house.admin.try('GET /api/admin/photos', { state: 'lost' })).status).toBe(400)
})

test('[P2 §3] a rejected photo shows its owner the reason and the moderator; approving takes the reason away', async () => {
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
  const at = house.clock.now()
  await decide({ photo, approved: true, reject_reason: 'ignored' })
  const approved = await seen()
  expect(approved).toMatchObject({ approved: true, main: true, reject_reason: null })
  expect(approved?.approved_ts).toBeGreaterThanOrEqual(at)
})

test('[D §9] every decision leaves an entry with before and after', async () => {
  const { person, names } = await uploadAs('Ella', 1)
  const [photo = ''] = names
  await decide({ photo, approved: true })
  await decide({ photo, approved: false, reject_reason: 'Someone else' })
  const entries = await house.db
    .selectFrom('audit')
    .where('member_id', '=', person.id)
    .orderBy('id')
    .select(['admin_id', 'action', 'before', 'after'])
    .execute()
  const awaiting = { photo, approved: null, reject_reason: null }
  const approved = { photo, approved: true, reject_reason: null }
  const rejected = { photo, approved: false, reject_reason: 'Someone else' }
  const admin_id = house.admin.id
  expect(entries).toEqual([
    { admin_id, action: 'photo.approve', before: awaiting, after: approved },
    { admin_id, action: 'photo.reject', before: approved, after: rejected },
  ])
})

test('[D §10] decisions and the queue are told once they are stored', async () => {
  const told: LiveEvent[] = []
  const stop = house.house.foundations.bus.subscribe((event) => {
    if (event.kind !== 'session.ended') told.push(event)
  })
  const since = async (work: Promise<unknown>) => {
    told.length = 0
    await work
    await expect.poll(() => told.length).toBeGreaterThan(0)
    return [...told]
  }
  const [fay] = await house.cast('Fay')
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
  told.length = 0
  await decide({ photo: 'x'.repeat(24), approved: true })
  await fay.call('DELETE /api/photo', { photo: name })
  expect(told).toEqual([])
  stop()
})

test('[D §9] only admins moderate, and only photos that are there', async () => {
  const { person, names } = await uploadAs('Gina', 1)
  const [photo = ''] = names
  const forbidden = { status: 403, body: { message: 'Only admins may do this.' } }
  expect(await person.try('POST /api/admin/photo-decision', { photo, approved: true })).toEqual(forbidden)
  expect(await person.try('GET /api/admin/photos')).toEqual(forbidden)
  for (const unknown of ['x'.repeat(24), '../../etc/passwd', ''])
    expect(await decide({ photo: unknown, approved: true })).toEqual({
      status: 404,
      body: { message: 'There is no such photo.' },
    })
  expect((await house.admin.try('POST /api/admin/photo-decision', { photo })).status).toBe(400)
  expect(await person.call('GET /api/photos')).toMatchObject([{ approved: null }])
})
