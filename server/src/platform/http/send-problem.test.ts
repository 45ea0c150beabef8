import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { strictLog } from '@rosella/testkit/strict-log'
import fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from './send-problem'

test('a caller who disconnects early is not logged as an error, but a broken response is', async () => {
  const { log, lines, unexpected } = strictLog()
  const app = fastify({ loggerInstance: log as FastifyBaseLogger })
  handleErrors(app)
  // Downloads are streams like these. Fastify does not count a fully read request as aborted.
  app.post('/slow', (_request, reply) => {
    app.server.emit('asked')
    return reply.send(new Readable({ read() {} }))
  })
  app.get('/broken', (_request, reply) => reply.send(new Readable().destroy()))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  try {
    const head =
      'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
    const socket = connect(port, '127.0.0.1', () => socket.write(head))
    await once(app.server, 'asked')
    socket.destroy()
    await expect.poll(() => lines.some((line) => line.includes('caller disconnected'))).toBe(true)
    expect(unexpected()).toEqual([])
    expect((await fetch(`http://127.0.0.1:${port}/broken`)).status).toBe(500)
    expect(unexpected()).toHaveLength(1)
  } finally {
    await app.close()
  }
})
