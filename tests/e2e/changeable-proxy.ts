import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A proxy that a test can close and that can change responses, to simulate network failures and new builds. */
export class ChangeableProxy {
  url = ''
  /** Replacements by the start of the path: a status, or a function that changes the body. */
  readonly changes = new Map<string, number | ((body: string) => string)>()
  #server: Server | undefined
  readonly #sockets = new Set<Socket>()

  constructor(readonly target: string) {}

  async open(): Promise<void> {
    const port = this.url ? Number(new URL(this.url).port) : 0
    const server = createServer((request, response) => {
      const change = [...this.changes].find(([path]) => request.url?.startsWith(path))?.[1]
      if (typeof change === 'number') return response.writeHead(change).end()
      const headers = { ...request.headers }
      if (change) {
        // Request the full, uncompressed response, because the changed one differs from what the browser has cached.
        for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name]
      }
      const forward = ask(this.target + request.url, { method: request.method, headers }, async (reply) => {
        if (!change) {
          response.writeHead(reply.statusCode ?? 502, reply.headers)
          return reply.pipe(response)
        }
        const body = change(Buffer.concat(await reply.toArray()).toString())
        const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...rest } = reply.headers
        response.writeHead(reply.statusCode ?? 502, rest).end(body)
      })
      forward.on('error', () => response.destroy())
      response.on('close', () => forward.destroy())
      request.pipe(forward)
    })
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server?.close(resolve) ?? resolve(undefined))
    this.#server = undefined
  }
}
