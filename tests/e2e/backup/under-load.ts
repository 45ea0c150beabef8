import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import type { TestApp } from '@rosella/testkit/test-app'
import { expect } from 'vitest'
import type { RestoreTargets } from './restore-targets'
import { command, everyPhoto, siteEnv } from './site-contents'

/** A backup during constant chatting and photo changes must be consistent and complete. */
export async function backUpUnderLoad(app: TestApp, { at, newTarget }: RestoreTargets): Promise<void> {
  const [eve, fay] = (await app.members({ username: 'Eve', photos: 6 }, 'Fay')) as [Person, Person]
  let over = false
  const chat = (async () => {
    const socket = await eve.socket({ receiver_id: fay.id })
    for (let n = 0; !over; n++) {
      const message = { receiver_id: fay.id, message: `number ${n}`, client_id: crypto.randomUUID() }
      await socket.emitWithAck('sendMessage', message)
      await sleep(350)
    }
  })()
  const churn = (async () => {
    for (let n = 0; !over; n++) {
      const [oldest] = await eve.call('GET /api/photos')
      if (oldest) await eve.call('DELETE /api/photo', { photo: oldest.filename })
      await eve.upload(await testPhoto(500 + n))
    }
  })()
  await sleep(500)
  const made = await command('backup', [at('busy')], siteEnv(app))
  over = true
  await Promise.all([chat, churn])
  expect(made).toEqual({ code: 0, printed: expect.stringMatching(/^Backed up \d+ rows [^\n]+\n$/) })

  const target = await newTarget('postgres')
  expect((await command('restore', [at('busy')], target.env)).code).toBe(0)
  const { db, close } = await target.open()
  // The messages are a prefix of those sent, and match the pair's counter, so both tables are from the same moment.
  const mine = db.selectFrom('message').where('sender_id', '=', eve.id)
  const stored = await mine.select('text').orderBy('id').execute()
  expect(stored.map(({ text }) => text)).toEqual(stored.map((_, n) => `number ${n}`))
  const pair = db.selectFrom('relation').where('me', '=', eve.id).where('other', '=', fay.id)
  expect(await pair.select('messages').execute()).toEqual([{ messages: stored.length }])
  expect(stored.length).toBeGreaterThan(0)
  // Every photo in the snapshot has its files, even if it was deleted since.
  const own = await db.selectFrom('photo').select(['name', 'approved']).execute()
  await close()
  const files = Object.keys(await everyPhoto(target.photos))
  for (const { name, approved } of own)
    for (const size of ['tmb', 'lg'])
      expect(files).toContain(`/${approved ? 'public' : 'private'}/${size}/${name}.jpg`)
  const now = new Set((await app.db.selectFrom('photo').select('name').execute()).map(({ name }) => name))
  expect(own.filter(({ name }) => !now.has(name)).length, 'deleted meanwhile').toBeGreaterThan(0)
  // The backup has released its locks and removed its copies.
  await expect.poll(() => app.db.selectFrom('photo_lock').selectAll().execute()).toEqual([])
  const copies = async () => (await readdir(app.dataDir)).filter((name) => name.includes('snapshot-'))
  await expect.poll(copies).toEqual([])
}
