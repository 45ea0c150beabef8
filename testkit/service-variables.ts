import { type Config, sentinelsIn } from '@rosella/server/platform/config'
import { expect } from 'vitest'

export const SECRET = 'hunter2secret'

export interface Variable {
  good: Record<string, (config: Config) => void>
  wrong: string[]
  /** Other variables that it needs. */
  with?: Record<string, string>
}

/** The variables that configure services. */
export const serviceVariables: Record<string, Variable> = {
  DATABASE_URL: {
    good: {
      [`postgres://rosella:${SECRET}@db.example/rosella`]: ({ database, demo }) => {
        const url = `postgres://rosella:${SECRET}@db.example/rosella`
        expect(database).toEqual({
          kind: 'postgres',
          url,
          connections: 10,
          keepStatements: true,
          replicaUrl: undefined,
        })
        expect(demo).toBe(false)
      },
      'postgresql:///rosella?host=/run/postgresql': ({ database }) => expect(database.kind).toBe('postgres'),
    },
    wrong: [`mysql://root:${SECRET}@db/x`, `root:${SECRET}@db`, `postgres:${SECRET}`, SECRET],
  },
  DATABASE_POOL: {
    good: {
      '1': ({ database }) => expect(database).toMatchObject({ connections: 1 }),
      '40': ({ database }) => expect(database).toMatchObject({ connections: 40 }),
    },
    wrong: ['0', '1001', '2.5', 'many'],
    with: { DATABASE_URL: 'postgres://db.example/rosella' },
  },
  DATABASE_REPLICA_URL: {
    good: {
      [`postgres://reader:${SECRET}@copy.example/rosella`]: ({ database }) =>
        expect(database).toMatchObject({ replicaUrl: `postgres://reader:${SECRET}@copy.example/rosella` }),
    },
    wrong: [`mysql://root:${SECRET}@db/x`, SECRET],
    with: { DATABASE_URL: 'postgres://db.example/rosella' },
  },
  REDIS_URL: {
    good: {
      [`rediss://:${SECRET}@cache.example:6380/1`]: ({ events }) =>
        expect(events).toEqual({
          kind: 'redis',
          url: `rediss://:${SECRET}@cache.example:6380/1`,
          prefix: 'rosella',
          keep: 20_000,
        }),
      [`redis+sentinel://:${SECRET}@10.0.0.1:26379,ten.example,[fd00::1]:26380/rosella/2`]: ({ events }) =>
        expect(sentinelsIn(events.kind === 'redis' ? events.url : '')).toMatchObject({
          name: 'rosella',
          sentinels: [
            { host: '10.0.0.1', port: 26_379 },
            { host: 'ten.example', port: 26_379 },
            { host: 'fd00::1', port: 26_380 },
          ],
          rest: { password: SECRET, pathname: '/2' },
        }),
    },
    wrong: [
      `http://:${SECRET}@cache`,
      'redis://',
      `cache.example:${SECRET}`,
      `redis+sentinel://:${SECRET}@one:26379,two:26379`,
      `redis+sentinel://:${SECRET}@one:26379,,two/rosella`,
    ],
  },
  REDIS_EVENTS: {
    good: { '1000000': ({ events }) => expect(events).toMatchObject({ keep: 1_000_000 }) },
    wrong: ['999', 'all'],
    with: { REDIS_URL: 'redis://cache.example' },
  },
  REDIS_PREFIX: {
    good: { 'rosella-2': ({ events }) => expect(events).toMatchObject({ prefix: 'rosella-2' }) },
    wrong: ['two words', 'x'.repeat(61)],
    with: { REDIS_URL: 'redis://cache.example' },
  },
  SMTP_URL: {
    good: {
      [`smtps://mail:${SECRET}@smtp.example`]: ({ mail }) =>
        expect(mail).toEqual({
          kind: 'smtp',
          url: `smtps://mail:${SECRET}@smtp.example`,
          from: 'hello@localhost.localdomain',
          perMinute: 100_000,
          bounces: { address: undefined, url: undefined },
        }),
    },
    wrong: [`mail:${SECRET}@smtp.example`, `imap://mail:${SECRET}@smtp.example`, 'smtp://'],
  },
  SMTP_PER_MINUTE: {
    good: { '60': ({ mail }) => expect(mail).toMatchObject({ perMinute: 60 }) },
    wrong: ['0', 'many'],
    with: { SMTP_URL: 'smtp://mail.example' },
  },
  BOUNCE_ADDRESS: {
    good: {
      'bounces@rosella.example': ({ mail }) =>
        expect(mail).toMatchObject({ bounces: { address: 'bounces@rosella.example' } }),
    },
    wrong: ['Bounces <bounces@rosella.example>', 'bounces', 'a@b.example, c@d.example'],
    with: { SMTP_URL: 'smtp://mail.example' },
  },
  BOUNCE_URL: {
    good: {
      [`pop3s://bounces:${SECRET}@mail.example`]: ({ mail }) =>
        expect(mail).toMatchObject({ bounces: { url: `pop3s://bounces:${SECRET}@mail.example` } }),
      'pop3://127.0.0.1:1110': ({ mail }) =>
        expect(mail).toMatchObject({ bounces: { url: 'pop3://127.0.0.1:1110' } }),
    },
    wrong: [`imaps://bounces:${SECRET}@mail.example`, 'mail.example'],
    with: { SMTP_URL: 'smtp://mail.example' },
  },
  MAIL_FOLDER: {
    good: {
      '1': ({ mail }) => expect(mail).toMatchObject({ kind: 'folder', dir: './data/mail' }),
    },
    wrong: ['here'],
    with: { NODE_ENV: 'production', EMBEDDED_IN_PRODUCTION: '1' },
  },
  EMBEDDED_IN_PRODUCTION: {
    good: { '1': ({ database }) => expect(database.kind).toBe('pglite') },
    wrong: ['maybe'],
    with: { NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example' },
  },
  PUSH: {
    good: {
      1: ({ push }) => expect(push?.hosts).toContain('fcm.googleapis.com'),
      0: ({ push }) => expect(push).toBeUndefined(),
    },
    wrong: ['maybe'],
  },
  PUSH_HOSTS: {
    good: {
      'push.example, *.Push.example': ({ push }) =>
        expect(push).toEqual({ hosts: ['push.example', '*.push.example'] }),
    },
    wrong: [
      'https://push.example',
      '*',
      '127.0.0.1',
      '[::1]',
      'localhost',
      'push.example:8443',
      'a.*.example',
    ],
    with: { PUSH: '1' },
  },
  MAIL_FROM: {
    good: {
      'Rosella Team <team@rosella.example>': ({ mail }) =>
        expect(mail.from).toBe('Rosella Team <team@rosella.example>'),
      'team@rosella.example': ({ mail }) => expect(mail.from).toBe('team@rosella.example'),
    },
    wrong: ['Rosella', 'a@b.example, c@d.example', 'Rosella <x@y.example>\nBcc: z@y.example', '<a@b'],
  },
  DATABASE_KEEP_STATEMENTS: {
    good: {
      '0': ({ database }) => expect(database).toMatchObject({ keepStatements: false }),
      yes: ({ database }) => expect(database).toMatchObject({ keepStatements: true }),
    },
    wrong: ['maybe', '2'],
    with: { DATABASE_URL: 'postgres://db.example/rosella' },
  },
  S3_BUCKET: {
    good: {
      'rosella-photos': ({ photos }) =>
        expect(photos).toEqual({ kind: 's3', bucket: 'rosella-photos', region: 'ap-southeast-2' }),
    },
    wrong: ['s3://rosella-photos', 'ab', 'two words'],
  },
  S3_REGION: {
    good: { 'eu-west-1': ({ photos }) => expect(photos).toMatchObject({ region: 'eu-west-1' }) },
    wrong: ['eu west', 'https://eu'],
    with: { S3_BUCKET: 'rosella-photos' },
  },
  S3_ENDPOINT: {
    good: {
      'http://minio:9000': ({ photos }) => expect(photos).toMatchObject({ endpoint: 'http://minio:9000' }),
    },
    wrong: ['minio:9000', 's3://minio', `key:${SECRET}@minio`],
    with: { S3_BUCKET: 'rosella-photos' },
  },
  PHOTO_BASE_URL: {
    good: {
      'https://photos.rosella.example/site/': ({ photoBaseUrl }) =>
        expect(photoBaseUrl).toBe('https://photos.rosella.example/site'),
      '/pictures/': ({ photoBaseUrl }) => expect(photoBaseUrl).toBe('/pictures'),
    },
    wrong: [
      'photos',
      '//elsewhere.example',
      '/a b',
      'javascript:alert(1)',
      `https://me:${SECRET}@photos.example`,
    ],
  },
}
