import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

export interface WorkerData {
  dir: string
  /** PGlite's own WASM. */
  program: WebAssembly.Module
}

export type WorkerRequest = { id: number } & (
  | { op: 'run'; sql: string; parameters: unknown[] }
  | { op: 'close' }
)

export type WorkerReply = { id: number } & ({ result: Statement | undefined } | { error: PlainError })

export interface Statement {
  rows: Record<string, unknown>[]
  command: string
  count: number
  /** Columns of type bytea: a Buffer crosses the thread boundary as a plain Uint8Array. */
  bytes: string[]
}

export type PlainError = { message: string } & Record<string, unknown>

const int8 = 20
const bytea = 17
const date = 1082
const { dir, program } = workerData as WorkerData
const port = parentPort as NonNullable<typeof parentPort>

const errorFields = ['code', 'severity', 'detail', 'hint', 'position', 'where', 'schema', 'table', 'column']

function plain(error: unknown): PlainError {
  const from = error as Record<string, unknown>
  const reply: PlainError = { message: String(from?.message ?? error) }
  for (const field of [...errorFields, 'constraint', 'routine'])
    if (from?.[field] !== undefined) reply[field] = from[field]
  return reply
}

function open(): Promise<PGlite> {
  return PGlite.create({
    dataDir: dir,
    pgliteWasmModule: program,
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    // Small segments make a new folder a quarter smaller and halve the time it takes to open.
    initDbStartParams: ['--wal-segsize=1'],
    parsers: {
      [int8]: Number,
      [date]: String,
      [bytea]: (hex: string) => new Uint8Array(Buffer.from(hex.slice(2), 'hex')),
    },
  })
}

async function answer(pg: PGlite, request: WorkerRequest): Promise<Statement | undefined> {
  if (request.op === 'close') return void (await pg.close())
  const { sql, parameters } = request
  const all = parameters.length > 0 ? [await pg.query(sql, parameters)] : await pg.exec(sql)
  const [only] = all
  // After a PANIC (a full disk) PGlite accepts every statement, does nothing and returns no error.
  if (!only?.command) throw Object.assign(new Error('it no longer responds'), { severity: 'PANIC' })
  // A script of several statements returns no rows, as with node-postgres under Kysely.
  if (all.length !== 1) return { rows: [], command: '', count: 0, bytes: [] }
  return {
    rows: only.rows as Record<string, unknown>[],
    command: only.command ?? '',
    count: only.rowCount ?? 0,
    bytes: only.fields.filter((field) => field.dataTypeID === bytea).map((field) => field.name),
  }
}

function send(reply: WorkerReply): void {
  port.postMessage(reply)
}

open().then(
  (pg) => {
    port.on('message', (request: WorkerRequest) => {
      answer(pg, request).then(
        (result) => send({ id: request.id, result }),
        (error) => send({ id: request.id, error: plain(error) }),
      )
    })
    send({ id: 0, result: undefined })
  },
  (error) => send({ id: 0, error: plain(error) }),
)
