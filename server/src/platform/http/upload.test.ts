import { PHOTO_MAX_BYTES } from '@rosella/contract/photos/rules'
import { type Sender, type SlowUpload, slowUpload } from '@rosella/testkit/slow-upload'
import { strictLog } from '@rosella/testkit/strict-log'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { openHttp } from './http'
import { uploadReader } from './upload'
import { type UploadLimits, uploadLimits } from './upload-slots'
import type { Viewer } from './viewer'

let http: FastifyInstance
const uploads: SlowUpload[] = []
afterEach(async () => {
  for (const upload of uploads.splice(0)) upload.close()
  http.server.closeAllConnections()
  await http.close()
})

/** A server that accepts uploads, with the member's id as email, and returns the number of bytes. */
async function serve(limits: Partial<UploadLimits>, work: () => Promise<unknown> = async () => {}) {
  http = await openHttp({
    log: strictLog().log,
    proxies: 1,
    photoOrigin: undefined,
    secure: false,
    logAddresses: false,
  })
  const reader = uploadReader({ ...uploadLimits, ...limits })
  const authenticate = async (session: { email: string } | undefined) =>
    ({ id: Number(session?.email) }) as Viewer
  http.post('/api/photos', { config: { isSlow: true } }, (request) =>
    reader.receive(
      request,
      authenticate,
      async (viewer, { file }) => {
        await work()
        return { member: viewer.id, bytes: (await file()).bytes.length }
      },
      { count: 1, bytes: PHOTO_MAX_BYTES },
    ),
  )
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  return async (member: number, bytes: number, more: Partial<Sender> = {}) => {
    const fields = { email: String(member), token: 'x' }
    const upload = await slowUpload({ url, address: `10.0.0.${member}`, fields, ...more }, bytes)
    uploads.push(upload)
    return upload
  }
}

test('aborts a stalled upload, also one that sends a byte now and then', async () => {
  const begin = await serve({ stallMs: 300 })
  const [still, trickle] = [await begin(1, 1000), await begin(2, 1000)]
  const sending = setInterval(() => trickle.write('x'), 50)
  try {
    for (const upload of [still, trickle]) {
      const answer = await upload.answer()
      expect(answer).toMatch(/^HTTP\/1\.1 408 /)
      expect(answer).toContain('The request took too long to arrive. Please try again.')
    }
  } finally {
    clearInterval(sending)
  }
})

test('a steady upload may take many times the stall limit', async () => {
  const begin = await serve({ stallMs: 300 })
  const upload = await begin(1, 400_000)
  await upload.spread(Buffer.alloc(400_000), 1500, 15)
  expect(await upload.end()).toContain('"bytes":400000')
})

test('an upload that waits for the member’s earlier ones does not count as stalled', async () => {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const begin = await serve({ stallMs: 1000, member: { atATime: 1, waiting: 1 } }, () => finished)
  const first = await begin(1, 10)
  first.write(Buffer.alloc(10))
  const done = first.end()
  const second = await begin(1, 200_000)
  second.write(Buffer.alloc(200_000))
  const later = second.end()
  const third = await begin(1, 10)
  third.write('x')
  expect(await third.answer()).toMatch(/^HTTP\/1\.1 429 /)
  setTimeout(finish, 2500)
  expect(await done).toContain('"bytes":10')
  expect(await later).toContain('"bytes":200000')
})

test('refuses an upload that waits too long for the member’s earlier ones', async () => {
  const begin = await serve({ waitMs: 200, member: { atATime: 1, waiting: 1 } })
  const first = await begin(1, 10)
  first.write('x')
  const second = await begin(1, 10)
  second.write('x')
  expect(await second.answer()).toMatch(/^HTTP\/1\.1 503 /)
  first.write(Buffer.alloc(9))
  expect(await first.end()).toContain('"bytes":10')
})

test('refuses the largest upload, not the latest, when memory runs out', async () => {
  const begin = await serve({ memoryBytes: 3_000_000 })
  const large = await begin(1, 20_000_000)
  large.write(Buffer.alloc(1_900_000))
  const small = await begin(2, 1_200_000)
  await small.spread(Buffer.alloc(1_200_000), 300, 10)
  expect(await small.end()).toContain('"bytes":1200000')
  expect(await large.answer()).toMatch(/^HTTP\/1\.1 503 /)
})

test('allows one anonymous upload per address, and it does not block others', async () => {
  const begin = await serve({})
  const stranger = { fields: {} }
  const first = await begin(1, 10, stranger)
  first.write('x')
  const again = await begin(1, 10, stranger)
  again.write('x')
  expect(await again.answer()).toMatch(/^HTTP\/1\.1 503 /)
  const other = await begin(2, 10, stranger)
  other.write(Buffer.alloc(10))
  expect(await other.end()).toMatch(/^HTTP\/1\.1 200 /)
})
