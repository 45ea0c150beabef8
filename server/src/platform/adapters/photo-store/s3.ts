import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { photoPath, readPhotoPath } from '@rosella/contract/photos/sizes'
import { ConfigurationFault } from '../../failure'
import {
  type BaseSize,
  baseSizes,
  isBaseSize,
  type ListedPhoto,
  type PhotoFile,
  type PhotoFiles,
  type PhotoSize,
  type PhotoStore,
  photoSizes,
} from '../../ports/photo-store'
import { type DriverError, isNetworkError, throwTransient } from '../throw-transient'
import { mergeSorted } from './disk'
import { assertPhotoName, isPhotoName, missingPhoto, noteFile, noteNameOf } from './photo-name'

export interface S3StoreOptions {
  bucket: string
  region: string
  /** For servers other than Amazon's, which are addressed by path. */
  endpoint?: string
  /** Without a key, the AWS SDK's usual sources are used (environment, profile, instance role). */
  accessKeyId?: string
  secretAccessKey?: string
  sessionToken?: string
  /** The prefix of every key, such as 'rosella/'. */
  keyPrefix?: string
  /** How long the bucket may take to respond. */
  responseMs?: number
}

/** Publishing runs inside a transaction, which lasts 30 s at most, and the client tries three times. */
const ANSWER_MS = 8_000

type Area = 'public' | 'private'
const areas: readonly Area[] = ['public', 'private']

// Caches may serve a hidden or deleted photo for this long.
const cacheFor: Record<Area, string> = { public: 'public, max-age=3600', private: 'private, no-store' }

/**
 * Public files are at their photoPath below `tmb/` and `lg/`, private ones at the same paths below `private/`, notes at
 * `private/notes/{name}.txt`. The bucket policy controls access; no object has an access list of its own.
 */
export function openS3Store(options: S3StoreOptions): PhotoStore {
  const { bucket: Bucket, keyPrefix = '', responseMs = ANSWER_MS } = options
  const client = new S3Client({
    region: options.region,
    endpoint: options.endpoint,
    forcePathStyle: options.endpoint !== undefined,
    credentials:
      options.accessKeyId && options.secretAccessKey
        ? {
            accessKeyId: options.accessKeyId,
            secretAccessKey: options.secretAccessKey,
            sessionToken: options.sessionToken,
          }
        : undefined,
    // Many S3-compatible servers do not support the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: responseMs,
      // By default exceeding the limit only logs to the console, and the call waits for ever.
      throwOnRequestTimeout: true,
      socketTimeout: responseMs,
    },
  })

  const orTransient = throwTransient(isTemporary, (error) => faultIn(error, Bucket))
  client.middlewareStack.add((next) => (args) => next(args).catch(orTransient), { step: 'initialize' })

  const root = (area: Area) => `${keyPrefix}${area === 'private' ? 'private/' : ''}`
  const key = (area: Area, size: PhotoSize, name: string) => root(area) + photoPath(size, name)
  const about = (area: Area, size: PhotoSize) => ({
    ContentType: isBaseSize(size) ? 'image/jpeg' : 'image/avif',
    CacheControl: cacheFor[area],
  })

  const discard = (area: Area, size: PhotoSize, name: string) =>
    client.send(new DeleteObjectCommand({ Bucket, Key: key(area, size, name) }))

  async function put(name: string, files: Partial<PhotoFiles>): Promise<void> {
    assertPhotoName(name)
    const sizes = photoSizes.filter((size) => files[size])
    try {
      for (const size of sizes) {
        const Key = key('private', size, name)
        await client.send(new PutObjectCommand({ Bucket, Key, Body: files[size], ...about('private', size) }))
      }
    } catch (error) {
      await Promise.allSettled(sizes.map((size) => discard('private', size, name)))
      throw error
    }
  }

  async function read(area: Area, name: string, size: PhotoSize): Promise<PhotoFile | undefined> {
    if (!isPhotoName(name) || !photoSizes.includes(size)) return undefined
    const Key = key(area, size, name)
    const found = await client.send(new GetObjectCommand({ Bucket, Key })).catch(absent)
    return found && { body: found.Body as Readable, bytes: found.ContentLength ?? 0 }
  }

  async function moveOne(name: string, size: PhotoSize, from: Area, to: Area): Promise<void> {
    const Key = key(to, size, name)
    const copy = new CopyObjectCommand({
      Bucket,
      Key,
      CopySource: `${Bucket}/${key(from, size, name)}`,
      MetadataDirective: 'REPLACE',
      ...about(to, size),
    })
    const copied = await client.send(copy).catch(absent)
    if (!copied && !isBaseSize(size)) return
    const there = copied ?? (await client.send(new HeadObjectCommand({ Bucket, Key })).catch(absent))
    if (!there) throw missingPhoto(name)
    await discard(from, size, name)
  }

  async function move(name: string, from: Area, to: Area): Promise<void> {
    assertPhotoName(name)
    // In parallel, because the caller's transaction waits.
    await Promise.all(photoSizes.map((size) => moveOne(name, size, from, to)))
  }

  /**
   * Tries everything that a photo needs. A leftover of a killed process belongs to no photo and is deleted later.
   */
  async function check(): Promise<void> {
    const name = randomBytes(24).toString('base64url')
    const Key = key('private', 'tmb', name)
    await client.send(new ListObjectsV2Command({ Bucket, Prefix: Key, MaxKeys: 1 }))
    try {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: 'check', ContentType: 'text/plain' }))
      await moveOne(name, 'tmb', 'private', 'public')
      const found = await read('public', name, 'tmb')
      found?.body.destroy()
    } finally {
      for (const area of areas) await discard(area, 'tmb', name)
    }
  }

  async function* objectsIn(prefix: string): AsyncGenerator<{ file: string; written: Date }> {
    let token: string | undefined
    do {
      const list = new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: token })
      const page = await client.send(list)
      for (const { Key = '', LastModified: written = new Date() } of page.Contents ?? [])
        yield { file: Key.slice(prefix.length), written }
      token = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (token)
  }

  async function* filesIn(area: Area, base: BaseSize): AsyncGenerator<ListedFile> {
    for await (const { file, written } of objectsIn(`${root(area)}${base}/`)) {
      const found = readPhotoPath(`${base}/${file}`)
      if (found) yield { name: found.name, area, writtenTs: Math.floor(written.getTime() / 1000) }
    }
  }

  const notes = `${keyPrefix}private/notes/`

  async function readNote(name: string): Promise<string | undefined> {
    const Key = notes + noteFile(name)
    const found = await client.send(new GetObjectCommand({ Bucket, Key })).catch(absent)
    return found?.Body?.transformToString()
  }

  async function writeNote(name: string, text: string): Promise<void> {
    const kind = { ContentType: 'text/plain', CacheControl: cacheFor.private }
    await client.send(new PutObjectCommand({ Bucket, Key: notes + noteFile(name), Body: text, ...kind }))
  }

  async function listNotes(): Promise<string[]> {
    const names: string[] = []
    for await (const { file } of objectsIn(notes)) {
      const name = noteNameOf(file)
      if (name) names.push(name)
    }
    return names
  }

  async function* listing(): AsyncGenerator<ListedPhoto> {
    const lists = areas.flatMap((area) => baseSizes.map((base) => filesIn(area, base)))
    for await (const files of mergeSorted(lists)) {
      yield {
        name: files[0]?.name ?? '',
        inPublic: files.some(({ area }) => area === 'public'),
        inPrivate: files.some(({ area }) => area === 'private'),
        writtenTs: Math.max(...files.map(({ writtenTs }) => writtenTs)),
      }
    }
  }

  return {
    put,
    add: put,
    read,
    publish: (name) => move(name, 'private', 'public'),
    hide: (name) => move(name, 'public', 'private'),
    async remove(name) {
      assertPhotoName(name)
      for (const area of areas) await Promise.all(photoSizes.map((size) => discard(area, size, name)))
    },
    listing,
    readNote,
    writeNote,
    listNotes,
    async ping() {
      await client.send(new HeadBucketCommand({ Bucket }))
    },
    check,
    async close() {
      client.destroy()
    },
  }
}

interface ListedFile {
  name: string
  area: Area
  writtenTs: number
}

type BucketError = DriverError & { $metadata?: { httpStatusCode?: number } }

/** No response, or a temporary error; other refusals are permanent. */
function isTemporary(error: BucketError): boolean {
  const status = error.$metadata?.httpStatusCode
  if (status !== undefined) return status >= 500 || status === 429 || status === 408
  return isNetworkError(error) || error.name === 'TimeoutError'
}

/** The store's codes for a bucket in another region and for invalid or expired keys. */
const WRONG =
  /^(PermanentRedirect|AuthorizationHeaderMalformed|ExpiredToken|InvalidToken|InvalidBucketName|CredentialsProviderError)$/

/** Some stores respond 403 to these, but they pass once there is space again. */
const FULL = /^(QuotaExceeded|XMinioStorageFull)$/

function faultIn(error: BucketError, bucket: string): ConfigurationFault | undefined {
  const { name, $metadata: { httpStatusCode: status } = {} } = error
  const fault = (message: string) => new ConfigurationFault('photos', message, { cause: error })
  if (name === 'NoSuchBucket')
    return fault(`There is no bucket ${bucket}. Check S3_BUCKET, S3_REGION and S3_ENDPOINT.`)
  const isRefused = status === 401 || (status === 403 && !FULL.test(name))
  if (!isRefused && !WRONG.test(name)) return undefined
  return fault(
    `The bucket ${bucket} refused access (${name}). Check its policy, the keys, S3_REGION and S3_ENDPOINT.`,
  )
}

/** Only for a missing key; a missing bucket or a refusal stays an error. */
function absent(error: { name?: string }): undefined {
  if (error.name !== 'NoSuchKey' && error.name !== 'NotFound') throw error
}
