import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A road to the server that a test can close, and on which it can change an answer: a network, or a new build. */
export class ChangeableProxy {
  url = ''
  /** Answers to give instead of the server's, by the beginning of the path: a status, or a change of the body. */
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
        // The whole answer, as it is written: what is changed is not what the browser has.
        for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name]
      }
      const forward = ask(this.target + request.url, { method: request.method, headers }, async (answer) => {
        if (!change) {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          return answer.pipe(response)
        }
        const body = change(Buffer.concat(await answer.toArray()).toString())
        const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...rest } = answer.headers
        response.writeHead(answer.statusCode ?? 502, rest).end(body)
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
