import type { Family, Sample, ToWorker } from './messages'

/** A worker as the collector sees it. */
export interface Receiver {
  readonly isListening: boolean
  send(message: ToWorker): void
}

/** Prometheus gives up on a slow reply, and a hang is when its samples matter most. */
const TIMEOUT_MS = 400

interface Known {
  name: string
  latest: readonly Family[]
}

interface Collection {
  waiting: Set<Receiver>
  replied: Set<Receiver>
  finish(): void
}

/**
 * The metrics of all workers, labelled with the number of the worker. A replacement takes its predecessor's number and
 * continues its counters, which therefore never decrease. A worker that does not reply in time keeps its counters, has
 * no gauges, and is not up.
 */
export class WorkerMetrics {
  #lastId = 0
  readonly #open = new Map<number, Collection>()
  readonly #workers = new Map<Receiver, Known>()
  /** Counters of the workers that have exited, by number. */
  readonly #past = new Map<string, Family[]>()
  readonly #crashes = new Map<string, number>()

  constructor(private readonly names: readonly string[]) {}

  add(worker: Receiver, name: string): void {
    this.#workers.set(worker, { name, latest: [] })
  }

  /** After its last message. */
  remove(worker: Receiver): void {
    const known = this.#workers.get(worker)
    if (!known) return
    this.#workers.delete(worker)
    this.#past.set(known.name, combine([this.#past.get(known.name) ?? [], known.latest.filter(isCounted)]))
    for (const collection of this.#open.values()) settle(collection, worker)
  }

  countCrash(name: string): void {
    this.#crashes.set(name, (this.#crashes.get(name) ?? 0) + 1)
  }

  /** One list for each worker, and one about the workers. */
  async collect(): Promise<Family[][]> {
    const replied = await this.#requestAll()
    const isUp = (name: string) =>
      [...this.#workers].some(
        ([worker, known]) => known.name === name && worker.isListening && replied.has(worker),
      )
    const perWorker = (value: (name: string) => number): Sample[] =>
      this.names.map((worker) => ({ labels: { worker }, value: value(worker) }))
    return [
      ...this.names.map((name) => this.#ofWorker(name, replied)),
      [
        {
          ...{ name: 'rosella_worker_up', type: 'gauge', aggregator: 'first' },
          help: 'Whether the worker accepts connections and replies',
          values: perWorker((name) => Number(isUp(name))),
        },
        {
          ...{ name: 'rosella_worker_crashes_total', type: 'counter', aggregator: 'first' },
          help: 'Workers that exited unexpectedly',
          values: perWorker((name) => this.#crashes.get(name) ?? 0),
        },
      ],
    ]
  }

  /** With id 0 they are a worker's last metrics, sent before it exits. */
  receive(worker: Receiver, id: number, families: readonly Family[]): void {
    const known = this.#workers.get(worker)
    if (known) known.latest = families
    const collection = this.#open.get(id)
    if (!collection) return
    collection.replied.add(worker)
    settle(collection, worker)
  }

  #requestAll(): Promise<ReadonlySet<Receiver>> {
    const id = ++this.#lastId
    return new Promise((resolve) => {
      const replied = new Set<Receiver>()
      const finish = () => {
        clearTimeout(timer)
        this.#open.delete(id)
        resolve(replied)
      }
      const timer = setTimeout(finish, TIMEOUT_MS)
      const asked = [...this.#workers.keys()].filter(({ isListening }) => isListening)
      this.#open.set(id, { waiting: new Set(asked), replied, finish })
      for (const worker of asked) worker.send({ type: 'send-metrics', id })
      if (asked.length === 0) finish()
    })
  }

  #ofWorker(name: string, replied: ReadonlySet<Receiver>): Family[] {
    const own = [...this.#workers].filter(([, known]) => known.name === name)
    const lists = own.map(([worker, { latest }]) => (replied.has(worker) ? latest : latest.filter(isCounted)))
    return combine([this.#past.get(name) ?? [], ...lists]).map((family) =>
      isOfSite(family)
        ? family
        : {
            ...family,
            aggregator: 'first',
            values: family.values.map((one) => ({ ...one, labels: { ...one.labels, worker: name } })),
          },
    )
  }
}

function settle({ waiting, finish }: Collection, worker: Receiver): void {
  if (waiting.delete(worker) && waiting.size === 0) finish()
}

const isCounted = ({ type }: Family): boolean => type === 'counter' || type === 'histogram'

/** All processes measure the same thing, so one value is enough: the highest, or the lowest where low is bad. */
const isOfSite = ({ name, aggregator }: Family): boolean =>
  name.startsWith('rosella_') && (aggregator === 'max' || aggregator === 'min')

/** Adds counters; of a gauge the last value counts. */
function combine(lists: readonly (readonly Family[])[]): Family[] {
  const families = new Map<string, Family & { byKey: Map<string, Sample> }>()
  for (const family of lists.flat()) {
    const known = families.get(family.name) ?? { ...family, byKey: new Map<string, Sample>() }
    families.set(family.name, known)
    for (const one of family.values) {
      const key = JSON.stringify([one.metricName, Object.entries(one.labels).sort()])
      const before = isCounted(family) ? (known.byKey.get(key)?.value ?? 0) : 0
      known.byKey.set(key, { ...one, value: before + one.value })
    }
  }
  return [...families.values()].map(({ byKey, ...family }) => ({ ...family, values: [...byKey.values()] }))
}
