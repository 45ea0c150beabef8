import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { closeIdleConnections } from './http'

test('[D §11] draining waits a limited time for a client that does not read its response', async () => {
  const server = createServer((_request, reply) => void reply.write(Buffer.alloc(16_000_000)))
  const closeIdle = closeIdleConnections(server, 400)
  server.listen(0)
  await once(server, 'listening')
  const reader = connect((server.address() as AddressInfo).port).on('error', () => {})
  reader.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(reader, 'readable')
  const began = performance.now()
  const closed = once(server, 'close')
  server.close()
  closeIdle()
  await closed
  expect(performance.now() - began).toBeGreaterThan(390)
  reader.destroy()
})

test('closes idle connections immediately, and others right after their response', async () => {
  const server = createServer((_request, reply) => void setTimeout(() => reply.end('late'), 300))
  const closeIdle = closeIdleConnections(server)
  server.keepAliveTimeout = 60_000
  server.listen(0)
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const late = fetch(url)
  await once(server, 'request')
  const closed = once(server, 'close')
  server.close()
  closeIdle()
  expect(await (await late).text()).toBe('late')
  await closed
})

test('answers a request that arrived while the event loop was busy', async () => {
  const server = createServer((_request, reply) => void reply.end('here'))
  const closeIdle = closeIdleConnections(server)
  server.keepAliveTimeout = 60_000
  server.listen(0)
  await once(server, 'listening')
  const asker = connect((server.address() as AddressInfo).port)
  const ask = async () => {
    asker.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const until = performance.now() + 300
    while (performance.now() < until);
    const [answer] = await once(asker, 'data')
    return String(answer)
  }
  expect(await ask()).toContain('here')
  closeIdle()
  expect(await ask()).toContain('here')
  const closed = once(server, 'close')
  server.close()
  await closed
})

test('an unused connection that a browser opened in advance does not keep the server open', async () => {
  const server = createServer((_request, reply) => void reply.end('here'))
  const closeIdle = closeIdleConnections(server)
  server.listen(0)
  await once(server, 'listening')
  const opened = async () => {
    const socket = connect((server.address() as AddressInfo).port)
    await once(server, 'connection')
    return socket
  }
  const [ahead, half, late] = [await opened(), await opened(), await opened()]
  const closed = once(server, 'close')
  server.close()
  half.write('GET / HTTP/1.1\r\n')
  closeIdle()
  const answerTo = async (socket: typeof late, text: string) => {
    socket.write(text)
    return String((await once(socket, 'data'))[0])
  }
  // A new connection is about to send its request, and half a request may still be completed.
  await sleep(500)
  expect(await answerTo(late, 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')).toContain('here')
  await once(ahead, 'close')
  expect(await answerTo(half, 'host: localhost\r\n\r\n')).toContain('here')
  await closed
})
