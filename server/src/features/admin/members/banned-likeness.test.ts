import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { scene } from '@rosella/testkit/pictures'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const text = 'I am an honest widower with a good heart, working on an oil rig and looking for my soulmate.'
const save = (person: Person, key: string, value: string) =>
  person.call('POST /api/profile-auto-save', { key, value })
const likeness = async (person: Person) =>
  (await app.admin.call('GET /api/admin/member', { id: person.id })).like_banned
const picture = async (quality: number) => (await scene(4711, 800, 600)).jpeg({ quality }).toBuffer()

test('a member’s page lists similarities with banned accounts: photo, text and mailbox', async () => {
  const [wes, anna, ben] = (await app.members(
    { username: 'Wes', email: 'wes.scam+1@gmail.com' },
    { username: 'Anna', email: 'wesscam@googlemail.com' },
    'Ben',
  )) as [Person, Person, Person]
  await wes.upload(await picture(90))
  await save(wes, 'about_offer', text)
  await anna.upload(await picture(60))
  await save(anna, 'wants', text.replace('widower', 'engineer'))
  await ben.upload(await testPhoto(77))
  await save(
    ben,
    'about_offer',
    'I build boats, and I would like to meet somebody who likes the sea as well.',
  )
  // Nobody has been banned yet.
  expect(await likeness(anna)).toEqual([])
  await anna.call('POST /api/report-user', { recipient_id: wes.id, report_reason: 'Asking for money' })
  const { items } = await app.admin.call('GET /api/admin/reports')
  await app.admin.call('POST /api/admin/report-decision', { report_id: items[0]?.id ?? 0, outcome: 'banned' })
  const same = { member_id: wes.id, username: 'Wes' }
  expect(await likeness(anna)).toEqual([
    { ...same, by: 'photo', detail: expect.stringMatching(/^\d+$/) },
    { ...same, by: 'mailbox', detail: 'wes.scam+1@gmail.com' },
    { ...same, by: 'text', detail: 'wants' },
  ])
  expect(await likeness(ben)).toEqual([])

  // An account that was banned for a scam and erased leaves the hashes of its photos and of its address.
  await app.db.deleteFrom('member').where('id', '=', wes.id).execute()
  expect(await likeness(anna)).toMatchObject([{ member_id: wes.id, username: null, by: 'photo' }])
})
