import { createHash } from 'node:crypto'
import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Reader } from './transaction'

/** Where an argument of a prepared statement belongs among its parameters. */
class Placeholder {
  constructor(readonly index: number) {}
}

const names = new Map<string, string>()

/** The name under which PostgreSQL may keep a statement; only prepared ones have one. */
export const preparedName = (text: string): string | undefined => names.get(text)

/**
 * A statement of the busiest paths. Its text is made once, not at every call, and PostgreSQL parses and plans it
 * once for a connection. The arguments stand for values alone, and the columns must be named one by one: a kept
 * statement with `select *` fails after a migration adds a column.
 */
export function prepared<Args extends unknown[], Row>(
  make: (...args: Args) => RawBuilder<Row>,
): (db: Reader, ...args: Args) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, ...args) => {
    compiled ??= compile(db, make)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? args[value.index] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/**
 * PostgreSQL keeps a plan for any arguments only if it seems no dearer than one for these. How many members an array has
 * it knows of these alone, so those with a few looked cheaper and were planned at each call, for longer than they took. In
 * a sub-select the array has ten for either plan.
 */
const hideLengths = (text: string): string =>
  text.replaceAll(/\$\d+::(\w+)\[\]/g, (array, type) => `(select ${array})::${type}[]`)

function compile<Args extends unknown[], Row>(db: Reader, make: (...args: Args) => RawBuilder<Row>) {
  const placeholders = Array.from({ length: make.length }, (_, index) => new Placeholder(index))
  const made = make(...(placeholders as unknown as Args)).compile(db)
  const compiled = { ...made, sql: hideLengths(made.sql) }
  // By what it says: processes that share connections never mean different statements by one name.
  names.set(compiled.sql, `prepared_${createHash('sha256').update(compiled.sql).digest('hex').slice(0, 32)}`)
  return compiled
}
