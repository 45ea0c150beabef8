import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { SOCKET_PATH } from '@rosella/contract/messages/socket'
import type { Siblings } from '../workers/worker'

/** What of Socket.IO's engine is needed here. */
export interface Engine {
  generateId(request: IncomingMessage): string | PromiseLike<string>
  handleRequest(request: IncomingMessage, response: ServerResponse): unknown
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** As the engine itself says it; the client then begins anew. */
const UNKNOWN_SESSION = JSON.stringify({ code: 1, message: 'Session ID unknown' })

/**
 * Long polling, and the change from it to a WebSocket, is several requests about one session, which lives in one
 * process, and any of the processes that share the port may get them. The session's id says whose it is, and who
 * gets a request of another's passes it on. Going by the caller's address instead would send everybody behind one
 * proxy to one process.
 */
export async function sharePolling(
  server: Server,
  engine: Engine,
  siblings: Siblings,
): Promise<{ close(): void }> {
  engine.generateId = () => `${siblings.name}-${randomBytes(15).toString('base64url')}`
  const ownerOf = ({ url = '' }: IncomingMessage): string | undefined => {
    if (!url.startsWith(SOCKET_PATH)) return undefined
    const name = /[?&]sid=(\d+)-/.exec(url)?.[1]
    return name === siblings.name ? undefined : name
  }
  before<[IncomingMessage, ServerResponse]>(server, 'request', (asked, response) => {
    const owner = ownerOf(asked)
    if (owner) passOn(asked, response, siblings.socketOf(owner))
    return owner !== undefined
  })
  before<[IncomingMessage, Duplex, Buffer]>(server, 'upgrade', (asked, socket, head) => {
    const owner = ownerOf(asked)
    if (owner) join(asked, socket, head, siblings.socketOf(owner))
    return owner !== undefined
  })

  const own = createServer((asked, response) => void engine.handleRequest(asked, response))
  own.on('upgrade', (asked, socket, head) => engine.handleUpgrade(asked, socket, head))
  own.listen({ path: siblings.socketOf(siblings.name), exclusive: true })
  await once(own, 'listening')
  return {
    close() {
      own.close()
      own.closeAllConnections()
    },
  }
}

/** Puts somebody before those who listen already, who hear of what that one does not take. */
function before<A extends unknown[]>(server: Server, event: string, takes: (...args: A) => boolean): void {
  const listeners = server.listeners(event)
  server.removeAllListeners(event)
  server.on(event, (...args) => {
    if (!takes(...(args as A))) for (const listener of listeners) listener.apply(server, args)
  })
}

function passOn(asked: IncomingMessage, response: ServerResponse, socketPath: string): void {
  const { connection, ...headers } = asked.headers
  const onward = request({ socketPath, method: asked.method, path: asked.url, headers }, (answer) => {
    const { connection: _ofTheirs, 'keep-alive': _time, ...told } = answer.headers
    response.writeHead(answer.statusCode ?? 502, told)
    answer.pipe(response)
  })
  onward.on('error', () => {
    if (response.headersSent) response.destroy()
    else response.writeHead(400, { 'content-type': 'application/json' }).end(UNKNOWN_SESSION)
  })
  response.on('close', () => onward.destroy())
  asked.pipe(onward)
}

function join(asked: IncomingMessage, socket: Duplex, head: Buffer, path: string): void {
  const onward = connect(path, () => {
    const lines = [`${asked.method} ${asked.url} HTTP/1.1`]
    for (let n = 0; n < asked.rawHeaders.length; n += 2)
      lines.push(`${asked.rawHeaders[n]}: ${asked.rawHeaders[n + 1]}`)
    onward.write(`${lines.join('\r\n')}\r\n\r\n`)
    onward.write(head)
    socket.pipe(onward).pipe(socket)
  })
  onward.on('error', () => socket.destroy()).on('close', () => socket.destroy())
  socket.on('error', () => onward.destroy()).on('close', () => onward.destroy())
}
