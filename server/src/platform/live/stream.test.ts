import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Viewer } from '../http/viewer'
import type { LiveConnections } from './live-connections'
import { eventStreams } from './stream'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens a stream and records what is written to it. */
function listen() {
  const written: string[] = []
  const raw = Object.assign(new EventEmitter(), {
    writeHead: () => {},
    flushHeaders: () => {},
    write: (text: string) => written.push(text),
    writableLength: 0,
  })
  const reply = { raw, hijack: () => {}, getHeaders: () => ({}) } as unknown as FastifyReply
  const request = { headers: {}, raw: { socket: { setTimeout: () => {} } } } as unknown as FastifyRequest
  const connections = { countOf: () => 0, add: () => () => {} } as unknown as LiveConnections
  eventStreams(connections, []).open(request, reply, { id: 1 } as Viewer)
  return { written, leave: () => raw.emit('close') }
}

test('sends a heartbeat event every 15 seconds until the stream is closed', () => {
  const { written, leave } = listen()
  const beats = () => written.filter((text) => text === 'event: heartbeat\ndata: {}\n\n').length
  vi.advanceTimersByTime(14_999)
  expect(beats()).toBe(0)
  vi.advanceTimersByTime(15_001)
  expect(beats()).toBe(2)
  leave()
  vi.advanceTimersByTime(60_000)
  expect(beats()).toBe(2)
})
