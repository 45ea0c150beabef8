import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net'

/** A load balancer whose connections a test can cut at any moment. */
export class Balancer {
  readonly #open = new Set<Socket>()
  #turn = 0

  private constructor(
    private readonly server: Server,
    private readonly ports: readonly number[],
  ) {
    server.on('connection', (client) => this.#join(client, this.ports.length))
  }

  static async open(ports: readonly number[]): Promise<Balancer> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Balancer(server, ports)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Cuts this share of the connections. Data in transit is lost in both directions. */
  cut(share: number): number {
    const chosen = [...this.#open].filter(() => Math.random() < share)
    for (const socket of chosen) socket.resetAndDestroy()
    return chosen.length
  }

  close(): void {
    this.server.close()
    this.cut(1)
  }

  #join(client: Socket, tries: number): void {
    client.on('error', () => {})
    const port = this.ports[this.#turn++ % this.ports.length] ?? 0
    const inside = createConnection(port, '127.0.0.1')
    inside.once('error', () => (tries > 1 ? this.#join(client, tries - 1) : client.destroy()))
    inside.once('connect', () => {
      this.#open.add(client)
      client.pipe(inside).pipe(client)
      client.on('close', () => {
        this.#open.delete(client)
        inside.destroy()
      })
      inside.on('error', () => client.destroy()).on('close', () => client.destroy())
    })
  }
}
