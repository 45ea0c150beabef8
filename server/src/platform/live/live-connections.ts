import type { Viewer } from '../http/viewer'

type Kind = 'stream' | 'socket'

export interface LiveConnection {
  kind: Kind
  viewer: Viewer
  close(): void
}

/** This process's streams and sockets, so that they can be closed when their session ends. */
export class LiveConnections {
  readonly #open = new Set<LiveConnection>()
  readonly #perMember = new Map<string, number>()
  #isClosed = false
  readonly #perKind: Record<Kind, number> = { stream: 0, socket: 0 }

  constructor(private readonly onAdd: (sessionId: number) => void) {}

  add(connection: LiveConnection): () => void {
    this.#open.add(connection)
    this.#count(connection, 1)
    this.onAdd(connection.viewer.session_id)
    // It was being opened when all others were closed.
    if (this.#isClosed) setImmediate(() => connection.close())
    return () => {
      if (this.#open.delete(connection)) this.#count(connection, -1)
    }
  }

  countOf(memberId: number, kind: Kind): number {
    return this.#perMember.get(`${kind} ${memberId}`) ?? 0
  }

  count(kind: Kind): number {
    return this.#perKind[kind]
  }

  sessionIds(): number[] {
    return [...new Set([...this.#open].map(({ viewer }) => viewer.session_id))]
  }

  endSessions(sessionIds: readonly number[]): void {
    if (sessionIds.length === 0) return
    const ended = new Set(sessionIds)
    for (const connection of [...this.#open]) {
      if (ended.has(connection.viewer.session_id)) connection.close()
    }
  }

  /** Also closes connections that are added later. */
  closeAll(): void {
    this.#isClosed = true
    for (const connection of [...this.#open]) connection.close()
  }

  #count({ kind, viewer }: LiveConnection, by: 1 | -1): void {
    const key = `${kind} ${viewer.id}`
    const count = (this.#perMember.get(key) ?? 0) + by
    if (count === 0) this.#perMember.delete(key)
    else this.#perMember.set(key, count)
    this.#perKind[kind] += by
  }
}
