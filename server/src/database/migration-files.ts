import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface Migration {
  name: string
  text: string
  sha256: string
  /** It begins with the line below: its statements are run one by one, each by itself, and may be repeated. */
  alone: boolean
}

const ALONE = '-- no transaction\n'

/** Below server/ from source (src/database) and from the build (dist) alike. */
const home = new URL(
  import.meta.url.endsWith('.ts') ? '../../migrations/' : '../migrations/',
  import.meta.url,
)

export async function readMigrations(from: URL = home): Promise<Migration[]> {
  const names = (await readdir(from)).filter((name) => /^\d{4}-.+\.sql$/.test(name)).sort()
  const twice = names.find((name, at) => names[at + 1]?.slice(0, 4) === name.slice(0, 4))
  if (twice) throw new Error(`Two migrations bear the number ${twice.slice(0, 4)}.`)
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(new URL(name, from), 'utf8')).replaceAll('\r\n', '\n')
      const sha256 = createHash('sha256').update(text).digest('hex')
      return { name, text, sha256, alone: text.startsWith(ALONE) }
    }),
  )
}

/** The same where nobody else is there to wait: inside a transaction an index cannot be built concurrently. */
export const withinTransaction = (text: string): string =>
  text.startsWith(ALONE) ? text.replace(/\b(index)\s+concurrently\b/gi, '$1') : text

/** Apart at the semicolons outside of quotes, dollar quotes and comments. */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (const [token] of text.matchAll(/--[^\n]*\n|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|;|[\s\S]/g)) {
    if (token === ';') {
      statements.push(statement.trim())
      statement = ''
    } else if (!token.startsWith('--')) statement += token
  }
  return [...statements, statement.trim()].filter((each) => each !== '')
}
