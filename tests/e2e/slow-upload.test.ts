import { sentences } from '@rosella/contract/sentences'
import type { Person } from '@rosella/testkit/person'
import { scene } from '@rosella/testkit/pictures'
import { expect, test } from 'vitest'
import { app, openTestSite, visitAs } from './test-site'

openTestSite()

test('a 4 MB photo uploads from a phone at 2 Mbit/s', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const { page } = await visitAs(anna, '/photos')
  const jpeg = await (await scene(1)).jpeg().toBuffer()
  // Padding after the end of the JPEG is ignored but takes time to upload.
  const buffer = Buffer.concat([jpeg, Buffer.alloc(4_000_000 - jpeg.length)])
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: 1_000_000,
    uploadThroughput: 250_000,
  })
  const before = performance.now()
  await page.getByLabel('Add photos').setInputFiles({ name: 'phone.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByText(sentences.photosUploaded).waitFor({ timeout: 90_000 })
  expect(performance.now() - before).toBeGreaterThan(12_000)
  expect(await anna.call('GET /api/photos')).toHaveLength(1)
})
