import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import { openS3Store } from '@rosella/server/adapters/photo-store/s3'
import { photoSizes } from '@rosella/server/ports/photo-store'
import { afterAll } from 'vitest'

const name = 'rosella-photos'
const key = 'S3RVER'

/** An object store with an empty bucket for as long as the file's tests run. */
export async function openBucket() {
  const directory = await mkdtemp(join(tmpdir(), 'rosella-bucket-'))
  const configureBuckets = [{ name }]
  const options = { port: 0, silent: true, directory, allowMismatchedSignatures: true, configureBuckets }
  const s3rver = new S3rver(options)
  const endpoint = `http://127.0.0.1:${(await s3rver.run()).port}`
  const keys = { accessKeyId: key, secretAccessKey: key }
  const store = openS3Store({ bucket: name, region: 'ap-southeast-2', endpoint, ...keys })
  afterAll(async () => {
    await store.close()
    await s3rver.close()
    await rm(directory, { recursive: true, force: true })
  })
  return {
    env: { S3_BUCKET: name, S3_ENDPOINT: endpoint, AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: key },
    /** Named as the files of a photo folder are. */
    async everyPhoto(): Promise<Record<string, string>> {
      const found: Record<string, string> = {}
      for await (const photo of store.names())
        for (const area of ['public', 'private'] as const)
          for (const size of photoSizes) {
            const file = await store.read(area, photo, size)
            if (file) found[`/${area}/${size}/${photo}.jpg`] = (await buffer(file.body)).toString('hex')
          }
      return found
    },
  }
}
