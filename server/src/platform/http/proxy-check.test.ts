import { strictLog } from '@rosella/testkit/strict-log'
import { afterEach, expect, test } from 'vitest'
import { openHttp, type TrustedProxies, watchAddresses } from './http'

let close: () => unknown = () => {}
afterEach(() => close())

async function site(proxies: TrustedProxies) {
  const http = await openHttp({
    log: strictLog().log,
    proxies,
    photoOrigin: undefined,
    secure: false,
    logAddresses: false,
  })
  const warnings: string[] = []
  watchAddresses(http, (message) => warnings.push(message))
  http.get('/api/ip', async ({ ip }) => ({ ip }))
  http.get('/healthz', async () => ({}))
  close = () => http.close()
  /** A request as the last proxy, at 10.0.0.9, forwards it. */
  const ask = async (forwardedFor: string, url = '/api/ip') => {
    const headers = { 'x-forwarded-for': forwardedFor, 'user-agent': 'a browser' }
    const answer = await http.inject({ url, headers, remoteAddress: '10.0.0.9' })
    return (answer.json() as { ip?: string }).ip
  }
  const crowd = async (via = '', url?: string) => {
    const seen = new Set<string | undefined>()
    for (let n = 1; n <= 40; n++) seen.add(await ask(`203.0.113.${n}${via}`, url))
    return seen.size
  }
  return { ask, crowd, warnings }
}

test('TRUST_PROXY is a number of proxies or a list of their addresses', async () => {
  expect(await (await site(1)).ask('203.0.113.1, 198.51.100.2')).toBe('198.51.100.2')
  expect(await (await site(2)).ask('203.0.113.1, 198.51.100.2')).toBe('203.0.113.1')
  expect(await (await site(0)).ask('203.0.113.1')).toBe('10.0.0.9')
  const known = await site(['10.0.0.0/8', '198.51.100.2'])
  expect(await known.ask('192.0.2.1, 203.0.113.1, 198.51.100.2')).toBe('203.0.113.1')
  expect(await known.ask('203.0.113.1, 198.51.100.3')).toBe('198.51.100.3')
  const strangers = await site(['192.168.0.0/16'])
  expect(await strangers.ask('203.0.113.1')).toBe('10.0.0.9')
})

test.each([
  ['no proxy is expected', 0, '', '10.0.0.9'],
  ['there is one more than expected', 1, ', 198.51.100.2', '198.51.100.2'],
  ['its address is a different one', ['192.168.0.0/16'], '', '10.0.0.9'],
] as const)(
  'when %s all callers share an address, and the operator is warned once',
  async (_, proxies, via, address) => {
    const { crowd, warnings } = await site(proxies)
    expect(await crowd(via)).toBe(1)
    expect(warnings).toEqual([
      expect.stringContaining(`All callers seem to have the address ${address}. Set TRUST_PROXY`),
    ])
  },
)

test('does not warn about distinct callers or health checks', async () => {
  const { crowd, warnings } = await site(1)
  expect(await crowd()).toBe(40)
  const alone = await site(0)
  await alone.crowd('', '/healthz')
  for (let n = 0; n < 40; n++) await alone.ask('203.0.113.1')
  expect([warnings, alone.warnings]).toEqual([[], []])
})
