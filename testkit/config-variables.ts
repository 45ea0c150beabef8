import { expect } from 'vitest'
import { SECRET, serviceVariables, type Variable } from './service-variables'

/** Every variable that the server reads, with valid values and their effect, and invalid values. */
export const variables: Record<string, Variable> = {
  ...serviceVariables,
  NODE_ENV: {
    good: {
      production: (config) => expect(config).toMatchObject({ production: true, docs: false, demo: false }),
      development: (config) => expect(config).toMatchObject({ production: false, docs: true, demo: true }),
      test: (config) => expect(config.production).toBe(false),
    },
    wrong: ['prod', 'staging'],
    with: { SMTP_URL: 'smtp://mail.example', EMBEDDED_IN_PRODUCTION: '1' },
  },
  PORT: {
    good: {
      '8080': ({ port, site }) => expect([port, site.url]).toEqual([8080, 'http://localhost:8080']),
      ' 0 ': ({ port }) => expect(port).toBe(0),
      '65535': ({ port }) => expect(port).toBe(65_535),
    },
    wrong: ['http', '-1', '65536', '80.5', '1e3', '0x50', '3000 4000'],
  },
  HOST: { good: { '127.0.0.1': ({ host }) => expect(host).toBe('127.0.0.1') }, wrong: ['http://x', 'a b'] },
  DATA_DIR: {
    good: {
      '/srv/rosella': (config) => {
        expect(config.dataDir).toBe('/srv/rosella')
        expect(config.database).toEqual({ kind: 'pglite', dir: '/srv/rosella/database' })
        expect(config.photos).toEqual({ kind: 'disk', dir: '/srv/rosella/photos' })
        expect(config.mail).toMatchObject({ kind: 'folder', dir: '/srv/rosella/mail' })
      },
    },
    // Any text is a valid path; the database reports a folder that cannot be created.
    wrong: [],
  },
  PROCESSES: {
    good: {
      '4': ({ processes }) => expect(processes).toBe(4),
      ' Auto ': ({ processes }) => expect(processes).toBe('auto'),
    },
    wrong: ['0', '257', '1.5', 'all'],
    with: { DATABASE_URL: 'postgres://db.example/rosella', REDIS_URL: 'redis://cache.example' },
  },
  LOG_ADDRESSES: {
    good: {
      '1': ({ logAddresses }) => expect(logAddresses).toBe(true),
      no: ({ logAddresses }) => expect(logAddresses).toBe(false),
    },
    wrong: ['maybe', '2'],
  },
  BACKUP_DIR: {
    good: {
      '/backups': ({ backups }) => expect(backups).toEqual({ dir: '/backups', hour: 3, photos: true }),
    },
    // Any text is a valid path; the backup reports a folder that it cannot write to.
    wrong: [],
  },
  BACKUP_HOUR: {
    good: {
      '0': ({ backups }) => expect(backups?.hour).toBe(0),
      '23': ({ backups }) => expect(backups?.hour).toBe(23),
    },
    wrong: ['24', '-1', '3:30', 'night'],
    with: { BACKUP_DIR: '/backups' },
  },
  BACKUP_PHOTOS: {
    good: { '0': ({ backups }) => expect(backups?.photos).toBe(false) },
    wrong: ['some'],
    with: { BACKUP_DIR: '/backups' },
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    good: {
      'http://collector.example:4318': ({ telemetry }) =>
        expect(telemetry).toBe('http://collector.example:4318'),
    },
    wrong: ['grpc://collector.example', 'collector.example:4318'],
  },
  SITE_URL: {
    good: {
      'https://Rosella.example/': ({ site, mail }) =>
        expect([site.url, mail.from]).toEqual(['https://rosella.example', 'hello@rosella.example']),
      'http://10.0.0.7:8080': ({ site }) => expect(site.url).toBe('http://10.0.0.7:8080'),
    },
    wrong: [
      'rosella.example',
      'ftp://rosella.example',
      'https://',
      'https://rosella.example/dating',
      'https://rosella.example/?a=1',
      `https://admin:${SECRET}@rosella.example`,
    ],
  },
  LEGAL_ADDRESS: {
    good: {
      'Waratah Pty Ltd\\nHobart TAS 7000': ({ legal }) =>
        expect(legal.address).toBe('Waratah Pty Ltd\nHobart TAS 7000'),
    },
    wrong: ['x'.repeat(301), 'a\tb'],
  },
  LEGAL_DATE: {
    good: { '2027-02-28': ({ legal }) => expect(legal.date).toBe('2027-02-28') },
    wrong: ['2027-02-30', '28/2/2027', 'soon'],
  },
  SITE_NAME: {
    good: { 'Waratah Café': ({ site }) => expect(site.name).toBe('Waratah Café') },
    wrong: ['Two\nlines', 'x'.repeat(61)],
  },
  ADMIN_EMAILS: {
    good: {
      ' Kim@Rosella.example, ,lee@rosella.example ': ({ site }) =>
        expect(site.adminEmails).toEqual(['kim@rosella.example', 'lee@rosella.example']),
    },
    wrong: ['kim', 'kim@rosella.example lee@rosella.example', 'kim@rosella.example;lee@rosella.example'],
  },
  LOG_LEVEL: {
    good: { DEBUG: ({ logLevel }) => expect(logLevel).toBe('debug') },
    wrong: ['loud', '3'],
  },
  TRUST_PROXY: {
    good: {
      '2': ({ proxies }) => expect(proxies).toBe(2),
      '10.0.0.0/8, fd00::/8,203.0.113.7,loopback': ({ proxies }) =>
        expect(proxies).toEqual(['10.0.0.0/8', 'fd00::/8', '203.0.113.7', 'loopback']),
    },
    wrong: [
      'true',
      '11',
      '-1',
      '1.5',
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      '10.0.0.0/',
      'proxy.example',
      '10.0.0.1,',
    ],
  },
  DRAIN_SECONDS: {
    good: {
      '5': ({ drainSeconds }) => expect(drainSeconds).toBe(5),
      '0': ({ drainSeconds }) => expect(drainSeconds).toBe(0),
    },
    wrong: ['-1', '121', 'soon'],
  },
  DEMO: {
    good: {
      '0': ({ demo }) => expect(demo).toBe(false),
      No: ({ demo }) => expect(demo).toBe(false),
      '1': ({ demo }) => expect(demo).toBe(true),
    },
    wrong: ['maybe', '2'],
  },
  METRICS_TOKEN: {
    good: { [SECRET]: ({ metricsToken }) => expect(metricsToken).toBe(SECRET) },
    wrong: [`${SECRET} and more`, `${SECRET}é`],
  },
}
