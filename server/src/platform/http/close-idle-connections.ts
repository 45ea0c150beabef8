import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

const REST_MS = 100
/** Whoever connects to ask does so within this time, also on a busy machine. */
const UNUSED_MS = 3000
/** For answers on their way. An upload over a slow line may be cut short by it, and is sent again. */
const PATIENCE_MS = 20_000

/**
 * Answers how to let a closing server end. A connection whose last answer came after the closing began would stay for its
 * whole keep-alive time, one whose caller does not read for ever, and one that a browser opened ahead, on which nothing was
 * asked yet, until Node gives it up: it counts as busy. Who has asked something that a busy loop has not read yet is
 * not idle: connections are closed right after reading.
 */
export function closeIdleConnections(server: Server, patienceMs = PATIENCE_MS): () => void {
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
    const rest = setInterval(() => setImmediate(closeIdle), REST_MS)
    const end = setTimeout(() => server.closeAllConnections(), patienceMs)
    server.once('close', () => {
      clearInterval(rest)
      clearTimeout(end)
    })
  }
}
