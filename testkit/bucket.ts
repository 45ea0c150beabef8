import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http, { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import { openS3Store } from '@rosella/server/platform/adapters/photo-store/s3'
import { photoSizes } from '@rosella/server/platform/ports/photo-store'

const name = 'rosella-photos'
const key = 'S3RVER'

export type BucketMood = 'well' | 'failing' | 'slow' | 'hanging' | 'refusing' | 'forbidding' | 'gone'

/** The S3 errors for a forbidden operation and for a missing bucket. */
const refusals = { forbidding: [403, 'AccessDenied'], gone: [404, 'NoSuchBucket'] } as const

/** An object store with an empty bucket, behind a proxy that can fail, delay or refuse requests. */
export async function openBucket() {
  const directory = await mkdtemp(join(tmpdir(), 'rosella-bucket-'))
  const configureBuckets = [{ name }]
  const options = { port: 0, silent: true, directory, allowMismatchedSignatures: true, configureBuckets }
  const s3rver = new S3rver(options)
  const { port } = await s3rver.run()
  let mood: BucketMood = 'well'
  const front = createServer((incoming, reply) => {
    if (mood === 'hanging') return void incoming.resume()
    if (mood === 'refusing') return void incoming.socket.destroy()
    if (mood === 'failing') {
      incoming.resume()
      return void reply.writeHead(500).end('<Error><Code>InternalError</Code></Error>')
    }
    if (mood === 'forbidding' || mood === 'gone') {
      const [status, code] = refusals[mood]
      incoming.resume()
      return void reply
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`)
    }
    const { method, url, headers } = incoming
    const pass = () => {
      const inside = http.request({ port, method, path: url, headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(reply)
      })
      inside.on('error', () => reply.destroy())
      incoming.pipe(inside)
    }
    if (mood === 'slow') setTimeout(pass, 700)
    else pass()
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  const keys = { accessKeyId: key, secretAccessKey: key }
  const store = openS3Store({ bucket: name, region: 'ap-southeast-2', endpoint, ...keys })
  return {
    env: { S3_BUCKET: name, S3_ENDPOINT: endpoint, AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: key },
    be(next: BucketMood): void {
      mood = next
    },
    /** Every file with its bytes, under the same paths as in a photo folder. */
    async everyPhoto(): Promise<Record<string, string>> {
      const found: Record<string, string> = {}
      for await (const { name: photo } of store.listing())
        for (const area of ['public', 'private'] as const)
          for (const size of photoSizes) {
            const file = await store.read(area, photo, size)
            if (file) found[`/${area}/${size}/${photo}.jpg`] = (await buffer(file.body)).toString('hex')
          }
      return found
    },
    async close(): Promise<void> {
      await store.close()
      front.closeAllConnections()
      front.close()
      await s3rver.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
