import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Person } from '@rosella/testkit/person'
import { openTestApp } from '@rosella/testkit/test-app'
import { expect, test } from 'vitest'

/** An OTLP/HTTP receiver that records requests as they arrive. */
async function openCollector() {
  const arrived: { path: string; headers: string; body: string }[] = []
  const server = createServer(async (request, response) => {
    arrived.push({
      path: request.url ?? '',
      headers: JSON.stringify(request.headers),
      body: await text(request),
    })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    close: () => server.close(),
  }
}

interface Span {
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
}
interface Traces {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
}

test('sends traces to the operator’s collector, with ids as the only personal data', async () => {
  const collector = await openCollector()
  const app = await openTestApp({ on: 'postgres', env: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` } })
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  await anna.call('GET /api/users', { p: 1, filter: 'recent' })
  await anna.call('POST /api/user-action', { action: 'like', recipient_id: ben.id })
  const address = '203.0.113.77'
  const wrong = new URLSearchParams({ email: anna.email, token: 'no-such-token', p: 'secret-words' })
  await fetch(`${app.url}/api/users?${wrong}`, { headers: { 'x-forwarded-for': address } })
  await fetch(`${app.url}/nowhere/secret-path?email=${anna.email}`)
  await app.close()
  collector.close()

  expect(collector.arrived.map(({ path }) => path)).toContain('/v1/traces')
  const spans = collector.arrived
    .flatMap(({ body }) => (JSON.parse(body) as Traces).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  const names = new Set(spans.map(({ name }) => name))
  expect(names).toContain('GET /api/users')
  expect(names).toContain('POST /api/user-action')
  const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  expect([...keys].sort()).toEqual([
    'fastify.type',
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'rosella.member_id',
    'rosella.request_id',
  ])
  const all = JSON.stringify(collector.arrived)
  expect(all).toContain(`{\\"key\\":\\"rosella.member_id\\",\\"value\\":{\\"intValue\\":${anna.id}}}`)
  for (const secret of [
    anna.email,
    encodeURIComponent(anna.email),
    anna.token,
    address,
    'secret',
    'no-such-token',
  ])
    expect(all, secret).not.toContain(secret)
  expect(all).not.toMatch(/api\/users\?/)
})
