import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressResponses } from './http'

test('compresses only long responses, and only for clients that accept gzip', async () => {
  const app = fastify()
  compressResponses(app)
  const long = { text: 'who was here, '.repeat(200) }
  app.get('/long', () => long)
  app.get('/short', () => ({ text: 'nobody' }))
  app.get('/packed', (_request, reply) => reply.header('content-encoding', 'br').send('x'.repeat(2000)))
  const ask = (url: string, accepted?: string) =>
    app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

  for (const accepted of ['gzip', 'br, GZIP;q=0.5', 'deflate,*']) {
    const { headers, rawPayload, json } = await ask('/long', accepted)
    expect([headers['content-encoding'], headers.vary]).toEqual(['gzip', 'accept-encoding'])
    expect(headers['content-length']).toBe(String(rawPayload.length))
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(long)
    expect(json).toThrow()
  }
  for (const accepted of [undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0', '*;q=0']) {
    const answer = await ask('/long', accepted)
    expect(answer.headers['content-encoding'], accepted).toBeUndefined()
    expect(answer.headers.vary).toBe('accept-encoding')
    expect(answer.json()).toEqual(long)
  }
  expect((await ask('/short', 'gzip')).headers['content-encoding']).toBeUndefined()
  expect((await ask('/packed', 'gzip')).headers['content-encoding']).toBe('br')
  await app.close()
})
