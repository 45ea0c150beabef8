const day = (ts: number | null): string | null => (ts === null ? null : new Date(ts * 1000).toISOString())

export type Row = Record<string, unknown>

/** Times as people and programs read them: 2026-11-15T08:00:00.000Z instead of a number of seconds. */
export function readable(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) =>
      key.endsWith('_ts') ? [key.slice(0, -3), day(value as number | null)] : [key, value],
    ),
  )
}
