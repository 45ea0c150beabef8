import type { Server } from 'node:http'

const REST_MS = 100
/** For answers on their way. An upload over a slow line may be cut short by it, and is sent again. */
const PATIENCE_MS = 20_000

/**
 * Lets a closing server end. A connection whose last answer came after the closing began would stay for its whole
 * keep-alive time, and one whose caller does not read would stay for ever. Who has asked something that a busy loop has
 * not read yet is not idle: connections are closed right after reading.
 */
export function closeIdleConnections(server: Server, patienceMs = PATIENCE_MS): void {
  const rest = setInterval(() => setImmediate(() => server.closeIdleConnections()), REST_MS)
  const end = setTimeout(() => server.closeAllConnections(), patienceMs)
  server.once('close', () => {
    clearInterval(rest)
    clearTimeout(end)
  })
}
