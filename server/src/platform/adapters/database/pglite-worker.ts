import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

export interface WorkerData {
  dir: string
  /** PGlite's own WASM. */
  program: WebAssembly.Module
}

export type Ask = { id: number } & ({ op: 'run'; sql: string; parameters: unknown[] } | { op: 'close' })

export type Told = { id: number } & ({ result: Statement | undefined } | { error: PlainError })

export interface Statement {
  rows: Record<string, unknown>[]
  command: string
  count: number
  /** Columns that hold bytes: a Buffer crosses the thread as a bare Uint8Array. */
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
  const told: PlainError = { message: String(from?.message ?? error) }
  for (const field of [...errorFields, 'constraint', 'routine'])
    if (from?.[field] !== undefined) told[field] = from[field]
  return told
}

function open(): Promise<PGlite> {
  return PGlite.create({
    dataDir: dir,
    pgliteWasmModule: program,
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    // Small segments: a new folder is a quarter smaller and opens in half the time.
    initDbStartParams: ['--wal-segsize=1'],
    parsers: {
      [int8]: Number,
      [date]: String,
      [bytea]: (hex: string) => new Uint8Array(Buffer.from(hex.slice(2), 'hex')),
    },
  })
}

async function answer(pg: PGlite, ask: Ask): Promise<Statement | undefined> {
  if (ask.op === 'close') return void (await pg.close())
  const { sql, parameters } = ask
  const all = parameters.length > 0 ? [await pg.query(sql, parameters)] : await pg.exec(sql)
  const [only] = all
  // After a PANIC (its disk was full) PGlite takes every statement, does nothing, and says nothing.
  if (!only?.command) throw Object.assign(new Error('it answers no more'), { severity: 'PANIC' })
  // A script of several statements answers nothing, as with node-postgres under Kysely.
  if (all.length !== 1) return { rows: [], command: '', count: 0, bytes: [] }
  return {
    rows: only.rows as Record<string, unknown>[],
    command: only.command ?? '',
    count: only.rowCount ?? 0,
    bytes: only.fields.filter((field) => field.dataTypeID === bytea).map((field) => field.name),
  }
}

function tell(told: Told): void {
  port.postMessage(told)
}

open().then(
  (pg) => {
    port.on('message', (ask: Ask) => {
      answer(pg, ask).then(
        (result) => tell({ id: ask.id, result }),
        (error) => tell({ id: ask.id, error: plain(error) }),
      )
    })
    tell({ id: 0, result: undefined })
  },
  (error) => tell({ id: 0, error: plain(error) }),
)
