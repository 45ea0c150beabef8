import { createHash } from 'node:crypto'
import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Reader } from './transaction'

/** Marks the position of an argument among the parameters. */
class Placeholder {
  constructor(readonly index: number) {}
}

const names = new Map<string, string>()

/** The statement's name on the server; undefined unless it was made by `prepared`. */
export const preparedName = (text: string): string | undefined => names.get(text)

/**
 * A statement on a hot path. Its text is compiled once instead of at every call, and PostgreSQL parses and plans it
 * once per connection. Arguments may only be values. List the columns, because a cached `select *` fails after a
 * migration adds a column.
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
 * PostgreSQL reuses a generic plan only if it looks no more expensive than a custom one. For a custom plan it knows
 * the length of an array, so short arrays looked cheaper and were planned at every call, which took longer than
 * running them. In a sub-select it assumes ten elements for both.
 */
const hideLengths = (text: string): string =>
  text.replaceAll(/\$\d+::(\w+)\[\]/g, (array, type) => `(select ${array})::${type}[]`)

function compile<Args extends unknown[], Row>(db: Reader, make: (...args: Args) => RawBuilder<Row>) {
  const placeholders = Array.from({ length: make.length }, (_, index) => new Placeholder(index))
  const made = make(...(placeholders as unknown as Args)).compile(db)
  const compiled = { ...made, sql: hideLengths(made.sql) }
  // Named by content, so that processes that share connections never use one name for different statements.
  names.set(compiled.sql, `prepared_${createHash('sha256').update(compiled.sql).digest('hex').slice(0, 32)}`)
  return compiled
}
