import { HEARTBEAT_EVERY } from '@rosella/contract/live/rules'
import { streamEvents } from '@rosella/contract/live/stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOwnOrigin } from '../http/http'
import type { EventStream } from '../http/route'
import type { Viewer } from '../http/viewer'
import { Problem } from '../problem'
import { compileWriter } from '../validate'
import type { LiveConnections } from './live-connections'

/** A reader this far behind is disconnected; it reconnects and refetches. */
const BUFFER_BYTES = 256 * 1024
const STREAMS_PER_MEMBER = 12
/** The headers that matter on a stream; the others would stay in memory as long as it is open. */
const KEPT_HEADERS = new Set([
  'x-content-type-options',
  'strict-transport-security',
  'cross-origin-resource-policy',
])

export interface EventStreams {
  open(request: FastifyRequest, reply: FastifyReply, viewer: Viewer): EventStream
}

export function eventStreams(connections: LiveConnections, origins: readonly string[]): EventStreams {
  return {
    open(request, reply, viewer) {
      if (!isOwnOrigin(request.headers, origins)) throw new Problem('access.origin')
      if (connections.countOf(viewer.id, 'stream') >= STREAMS_PER_MEMBER) throw new Problem('live.too-many')
      reply.hijack()
      const { raw } = reply
      const kept = Object.entries(reply.getHeaders()).filter(([name]) => KEPT_HEADERS.has(name))
      raw.writeHead(200, {
        ...Object.fromEntries(kept),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        // The next stream uses a new connection, which may reach another process.
        connection: 'close',
      })
      // Flushed separately, they are kept as one short string instead of a hundred pieces.
      raw.flushHeaders()
      raw.write(': welcome\n\n')

      const listeners: (() => void)[] = []
      const write = (text: string) => {
        if (raw.writableEnded || raw.destroyed) return
        raw.write(text)
        if (raw.writableLength > BUFFER_BYTES) raw.destroy()
      }
      const send: EventStream['send'] = (event, data) =>
        write(`event: ${event}\ndata: ${compileWriter(streamEvents[event])(data)}\n\n`)
      const heartbeat = setInterval(() => send('heartbeat', {}), HEARTBEAT_EVERY * 1000)
      const close = () => {
        raw.end()
        // A peer that does not read would otherwise keep its session's stream open.
        setTimeout(() => raw.destroy(), 500).unref()
      }
      const forget = connections.add({ kind: 'stream', viewer, close })
      request.raw.socket.setTimeout(0)
      const end = () => {
        clearInterval(heartbeat)
        forget()
        for (const listener of listeners) listener()
      }
      // The caller may have disconnected while their session was looked up.
      if (raw.closed) end()
      else raw.once('close', end)
      return {
        viewer,
        send,
        close,
        onClose: (listener) => (raw.closed ? listener() : void listeners.push(listener)),
      }
    },
  }
}
