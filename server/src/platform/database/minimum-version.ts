import { readFileSync } from 'node:fs'
import { TransientError } from '../failure'
import type { Reader } from './transaction'

/** Below server/ both from the sources (src/platform/database) and from the build (dist). */
const home = new URL(
  import.meta.url.endsWith('.ts') ? '../../../package.json' : '../package.json',
  import.meta.url,
)

/** The version of this process. */
export const version = (JSON.parse(readFileSync(home, 'utf8')) as { version: string }).version

const KEY = 'minimum_version'

/** Compares '1.9.0' and '1.10.0' by their numbers; a suffix such as '-beta' is ignored. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.split('-')[0]?.split('.').map(Number) ?? []) as [
    number[],
    number[],
  ]
  const at = [0, 1, 2].find((place) => (a[place] ?? 0) !== (b[place] ?? 0))
  return at !== undefined && (a[at] ?? 0) < (b[at] ?? 0)
}

/**
 * Throws if the database needs a newer version than this process. A release whose rules an older one would break, such
 * as two-step verification, raises the minimum in a migration (docs/operations/upgrade.md).
 */
export async function assertVersion(db: Reader): Promise<void> {
  const row = await db.selectFrom('setting').where('key', '=', KEY).select('value').executeTakeFirst()
  if (typeof row?.value === 'string' && isOlder(version, row.value)) throw new OutdatedVersion(row.value)
}

/** Callers get a 503, because another process or a moment later may serve them. */
export class OutdatedVersion extends TransientError {
  constructor(minimum: string) {
    super(
      `This database needs version ${minimum} or newer, and this is ${version}. Install the newer version.`,
    )
  }
}
