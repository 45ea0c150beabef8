import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Bits, out of 64. */
const MAX_DISTANCE = 7

/**
 * Two 64-bit hashes (16 hex digits) that differ in at most 7 bits differ in at most one bit of some quarter. So 17
 * values per quarter are looked up (each quarter has an index), and only those rows are compared.
 */
export function isSimilarHash(column: string, hash: string): RawBuilder<SqlBool> {
  const own = sql.ref(column)
  const distance = sql<number>`bit_count(('x' || ${own})::bit(64) # ('x' || ${hash})::bit(64))::int`
  const quarter = (at: number) =>
    sql`substr(${own}, ${sql.lit(at + 1)}, 4) = any(${withinOneBit(hash.slice(at, at + 4))}::text[])`
  return sql<SqlBool>`(${quarter(0)} or ${quarter(4)} or ${quarter(8)} or ${quarter(12)}) and ${distance} <= ${MAX_DISTANCE}`
}

/** A quarter of a hash (four hex digits), and all values that differ from it in one bit. */
function withinOneBit(quarter: string): string[] {
  const value = Number.parseInt(quarter, 16)
  const all = [value, ...Array.from({ length: 16 }, (_, bit) => value ^ (1 << bit))]
  return all.map((each) => each.toString(16).padStart(4, '0'))
}
