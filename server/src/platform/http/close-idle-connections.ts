import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

const INTERVAL_MS = 100
/** A new connection sends its request within this time, even on a busy machine. */
const UNUSED_MS = 3000
/** For responses in progress. A slow upload may be cut off; the client sends it again. */
const TIMEOUT_MS = 20_000

/**
 * Returns a function that lets a closing server finish. Otherwise these connections would keep it open: one whose
 * last response came after closing began, for its keep-alive time; one whose client does not read, for ever; and
 * one that a browser opened in advance and never used, until Node times it out. Idle connections are closed right
 * after reading, so that a request which a busy event loop has not read yet is not lost.
 */
export function closeIdleConnections(server: Server, timeoutMs = TIMEOUT_MS): () => void {
  const unused = new Map<Socket, number>()
  const forget = ({ socket }: IncomingMessage) => void unused.delete(socket)
  function onClose(this: Socket): void {
    unused.delete(this)
  }
  server.on('connection', (socket) => void unused.set(socket.once('close', onClose), performance.now()))
  server.on('request', forget).on('upgrade', forget)
  const closeIdle = () => {
    server.closeIdleConnections()
    const before = performance.now() - UNUSED_MS
    for (const [socket, opened] of unused) if (opened < before && socket.bytesRead === 0) socket.destroy()
  }
  return () => {
    const closing = setInterval(() => setImmediate(closeIdle), INTERVAL_MS)
    const end = setTimeout(() => server.closeAllConnections(), timeoutMs)
    server.once('close', () => {
      clearInterval(closing)
      clearTimeout(end)
    })
  }
}
