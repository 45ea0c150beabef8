import { once } from 'node:events'
import { mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from '@20minutes/s3rver'
import { HeadObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { openBucket } from '@rosella/testkit/bucket'
import { afterEach, describe, expect, test } from 'vitest'
import { ConfigurationFault, TransientError } from '../../failure'
import { mergeSorted, openDiskStore } from './disk'
import { openS3Store } from './s3'
import { photoName, photoStoreSuite, type StoreUnderTest } from './suite'

const files = { tmb: Buffer.from('small'), lg: Buffer.from('large') }

async function filesBelow(dir: string): Promise<string[]> {
  const found = await readdir(dir, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function diskUnderTest(): Promise<StoreUnderTest & { dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'rosella-photos-'))
  const lg = join(dir, 'private', 'lg')
  return {
    dir,
    store: await openDiskStore(dir),
    everything: async () => (await filesBelow(dir)).filter((file) => file !== lg),
    async refuseLarge() {
      await rm(lg, { recursive: true })
      await writeFile(lg, 'a file where the folder was')
    },
    breakIt: () => rm(dir, { recursive: true }),
    dispose: () => rm(dir, { recursive: true, force: true }),
  }
}

const bucket = 'rosella-photos'
const account = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'ap-southeast-2' }

/**
 * s3rver behind our own proxy that can refuse requests. It signs a bucket's path without the slash that the SDK
 * sends, so listing and pinging must accept mismatched signatures; the strict variant checks them.
 */
async function s3UnderTest({ keyPrefix = '', strict = false } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'rosella-s3-'))
  const s3rver = new S3rver({
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: !strict,
    configureBuckets: [{ name: bucket }],
  })
  const behind = (await s3rver.run()).port
  let refuses = (_: IncomingMessage) => false
  const front = createServer((incoming, reply) => {
    if (refuses(incoming)) {
      incoming.resume()
      reply.writeHead(403, { 'content-type': 'application/xml' })
      reply.end('<Error><Code>QuotaExceeded</Code><Message>The bucket is full</Message></Error>')
      return
    }
    const { method, headers, url: path } = incoming
    const onward = request({ port: behind, method, headers, path }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    onward.on('error', () => reply.destroy())
    incoming.pipe(onward)
  })
  front.listen(0)
  await once(front, 'listening')
  const endpoint = `http://localhost:${(front.address() as AddressInfo).port}`
  const { region, ...credentials } = account
  const client = new S3Client({ region, credentials, endpoint, forcePathStyle: true })
  const store = openS3Store({ bucket, endpoint, keyPrefix, ...account })
  return {
    client,
    endpoint,
    store,
    async everything() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
      return Contents.map(({ Key }) => Key ?? '').sort()
    },
    async refuseLarge() {
      refuses = ({ method, url = '' }) => method === 'PUT' && url.includes('/lg/')
    },
    async breakIt() {
      refuses = () => true
    },
    async dispose() {
      await store.close()
      client.destroy()
      front.closeAllConnections()
      front.close()
      await s3rver.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

photoStoreSuite('disk', diskUnderTest)
// Without a prefix the tests below and those of the cleanup store, move, list and read photos.
photoStoreSuite('S3 with a prefix', () => s3UnderTest({ keyPrefix: 'rosella/' }))

describe('a single adapter', () => {
  let opened: StoreUnderTest[] = []
  const keep = <T extends StoreUnderTest>(made: T): T => {
    opened.push(made)
    return made
  }
  afterEach(async () => {
    for (const each of opened) await each.dispose()
    opened = []
  })

  test('disk: reports a folder that it cannot write to, and uses it once it can', async () => {
    const place = await mkdtemp(join(tmpdir(), 'rosella-photos-'))
    const dir = join(place, 'photos')
    await writeFile(dir, 'a file where the folder should be')
    const store = await openDiskStore(dir)
    for (const work of [() => store.check(), () => store.put(photoName(), files)]) {
      const result = work()
      await expect(result).rejects.toBeInstanceOf(ConfigurationFault)
      await expect(result).rejects.toThrow(`Cannot write to the folder ${dir}`)
    }
    await rm(dir)
    await store.check()
    await store.put(photoName(), files)
    await rm(place, { recursive: true })
  })

  test.each([
    ['forbidding', 'refused access (AccessDenied)'],
    ['gone', 'There is no bucket rosella-photos'],
  ] as const)('S3: a bucket that is %s is a configuration fault', async (mood, message) => {
    const behind = await openBucket()
    const store = openS3Store({ bucket, endpoint: behind.env.S3_ENDPOINT, ...account })
    behind.be(mood)
    const name = photoName()
    const calls = [
      () => store.check(),
      () => store.put(name, files),
      () => store.publish(name),
      () => store.remove(name),
    ]
    for (const work of calls) {
      const result = work()
      await expect(result).rejects.toBeInstanceOf(ConfigurationFault)
      await expect(result).rejects.toThrow(message)
    }
    behind.be('failing')
    await expect(store.check()).rejects.toBeInstanceOf(TransientError)
    behind.be('well')
    await store.check()
    await store.close()
    await behind.close()
  })

  test('disk: an interrupted publish is finished by the next', async () => {
    const { dir, store } = keep(await diskUnderTest())
    const name = photoName()
    await store.put(name, files)
    await rename(join(dir, 'private/tmb', `${name}.jpg`), join(dir, 'public/tmb', `${name}.jpg`))
    await store.publish(name)
    const left = (await filesBelow(dir)).map((file) => file.slice(dir.length + 1)).sort()
    expect(left).toEqual([`public/lg/${name}.jpg`, `public/tmb/${name}.jpg`])
  })

  test('disk: deletes old temporary files and keeps recent ones', async () => {
    const { dir } = keep(await diskUnderTest())
    const old = join(dir, 'private/lg/.old.tmp')
    const young = join(dir, 'private/lg/.young.tmp')
    for (const file of [old, young]) await writeFile(file, 'half')
    await utimes(old, new Date(0), new Date(0))
    const again = await openDiskStore(dir)
    expect(await filesBelow(dir)).toEqual([young])
    for await (const { name } of again.listing()) expect.fail(`${name} is no photo`)
  })

  test('[P1 §7] S3: stores public files at tmb/ and lg/, private ones below private/', async () => {
    const { store, client, everything } = keep(await s3UnderTest())
    const name = photoName()
    await store.put(name, files)
    expect(await everything()).toEqual([`private/lg/${name}.jpg`, `private/tmb/${name}.jpg`])
    await store.publish(name)
    expect(await everything()).toEqual([`lg/${name}.jpg`, `tmb/${name}.jpg`])
    const got = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: `lg/${name}.jpg` }))
    expect(got).toMatchObject({ ContentType: 'image/jpeg', CacheControl: 'public, max-age=3600' })
  })

  test('S3: an interrupted publish is finished by the next', async () => {
    const { store, client, everything } = keep(await s3UnderTest())
    const name = photoName()
    await store.put(name, files)
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: `tmb/${name}.jpg`, Body: files.tmb }))
    await store.publish(name)
    expect(await everything()).toEqual([`lg/${name}.jpg`, `tmb/${name}.jpg`])
  })

  test('S3: signs its requests, and a wrong key is an error rather than an empty list', async () => {
    const { store, endpoint } = keep(await s3UnderTest({ strict: true }))
    const name = photoName()
    await store.put(name, files)
    await store.publish(name)
    await store.hide(name)
    const stranger = openS3Store({ bucket, endpoint, ...account, secretAccessKey: 'wrong' })
    await expect(stranger.put(photoName(), files)).rejects.toThrow()
    await expect(stranger.read('private', name, 'lg')).rejects.not.toBeInstanceOf(TransientError)
    const elsewhere = openS3Store({ bucket: 'no-such-bucket', endpoint, ...account })
    await expect(elsewhere.read('private', name, 'lg')).rejects.not.toBeInstanceOf(TransientError)
    await store.remove(name)
    expect(await store.read('private', name, 'lg')).toBeUndefined()
  })

  test('S3: times out when the bucket does not respond, also in the middle of a file', async () => {
    const silent = createServer((incoming, reply) => {
      incoming.resume()
      if (incoming.method === 'GET') reply.writeHead(200, { 'content-length': 90_000 }).write('the beginning')
    }).listen(0)
    await once(silent, 'listening')
    const endpoint = `http://localhost:${(silent.address() as AddressInfo).port}`
    const store = openS3Store({ bucket, endpoint, ...account, responseMs: 200 })
    await expect(store.ping()).rejects.toBeInstanceOf(TransientError)
    await expect(store.put(photoName(), files)).rejects.toBeInstanceOf(TransientError)
    await expect(store.publish(photoName())).rejects.toThrow()
    const file = await store.read('private', photoName(), 'lg')
    await expect(buffer(file?.body as Readable)).rejects.toThrow()
    await store.close()
    silent.closeAllConnections()
    silent.close()
  }, 15_000)

  test('merges sorted lists and groups entries of the same name', async () => {
    async function* list(from: number, ...names: string[]) {
      for (const name of names) yield { name, from }
    }
    const merged: string[] = []
    for await (const same of mergeSorted([list(1, 'a', 'c', 'e'), list(2), list(3, 'a', 'b', 'e', 'f')]))
      merged.push(same.map(({ name, from }) => `${name}${from}`).join(' '))
    expect(merged).toEqual(['a1 a3', 'b3', 'c1', 'e1 e3', 'f3'])
  })
})
