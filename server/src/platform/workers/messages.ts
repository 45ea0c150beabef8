/** What the process that keeps the others and those it keeps say to each other. */
export type ToKeeper =
  /** It takes connections. */
  | { say: 'opened'; address: string }
  /** Somebody wants the figures of all. */
  | { say: 'figures-wanted'; id: number }
  | { say: 'figures'; id: number; figures: unknown }

export type ToKept =
  /** Another one has taken its place: let go of everybody, and end. */
  | { say: 'leave' }
  | { say: 'tell-figures'; id: number }
  | { say: 'figures-of-all'; id: number; figures: unknown[] }

/** A process that is kept: it can be told something. */
export interface Listener {
  tell(message: ToKept): void
}

const PATIENCE_MS = 2000

interface Gathering {
  figures: unknown[]
  missing: number
  finish(): void
}

/** Asks every process for its figures; who has not answered in time is left out. */
export class FiguresGatherer {
  #lastId = 0
  readonly #open = new Map<number, Gathering>()

  gather(all: readonly Listener[]): Promise<unknown[]> {
    const id = ++this.#lastId
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        this.#open.delete(id)
        resolve(gathering.figures)
      }
      const timer = setTimeout(finish, PATIENCE_MS)
      const gathering: Gathering = { figures: [], missing: all.length, finish }
      this.#open.set(id, gathering)
      for (const one of all) one.tell({ say: 'tell-figures', id })
      if (all.length === 0) finish()
    })
  }

  receive(id: number, figures: unknown): void {
    const gathering = this.#open.get(id)
    if (!gathering) return
    gathering.figures.push(figures)
    gathering.missing--
    if (gathering.missing === 0) gathering.finish()
  }
}
