/**
 * What a line of the log may say of a fault: what kind it is, where it came from, and the words of whoever threw it.
 * What a driver adds to it may be a member's own data (PostgreSQL's `detail` and `where`, Kysely's `parameters`, the
 * reply of a mail server), so only what is named here stays.
 */
const told = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'errno',
  'syscall',
  'command',
  'responseCode',
  'statusCode',
] as const

/** Never deeper than this: what is logged is small, and what refers to itself has no end. */
const DEPTH = 6

/** The object given to the log, with every fault in it reduced to what may be told, wherever it hangs. */
export function withoutPersonalData(fields: Record<string, unknown>): Record<string, unknown> {
  return withoutIn(fields, 0) as Record<string, unknown>
}

function withoutIn(value: unknown, depth: number): unknown {
  if (value instanceof Error) return plainError(value, depth)
  if (Array.isArray(value)) return depth < DEPTH ? value.map((each) => withoutIn(each, depth + 1)) : []
  if (!isPlainObject(value)) return value
  if (depth >= DEPTH) return {}
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutIn(each, depth + 1)]))
}

function plainError(error: Error, depth: number): Record<string, unknown> {
  const from = error as Error & Record<string, unknown> & { $metadata?: { httpStatusCode?: number } }
  const message = wordsOf(from)
  const plain: Record<string, unknown> = { type: error.constructor.name, message }
  if (error.name !== plain.type) plain.name = error.name
  for (const field of told) if (isShort(from[field])) plain[field] = from[field]
  if (from.$metadata?.httpStatusCode !== undefined) plain.statusCode = from.$metadata.httpStatusCode
  plain.stack = framesOf(error)
  if (depth >= DEPTH) return plain
  if (error.cause !== undefined) plain.cause = withoutIn(error.cause, depth + 1)
  if (error instanceof AggregateError) plain.errors = withoutIn(error.errors, depth + 1)
  return plain
}

/** PostgreSQL quotes the value itself where it could not be read as a number or a date (class 22). */
function wordsOf({ message, code, severity }: Error & Record<string, unknown>): string {
  const quotes = severity !== undefined && /^22/.test(String(code))
  return quotes ? message.replace(/".*"/s, '"…"') : message
}

/** A stack begins with the message, which is told already. */
function framesOf({ stack = '' }: Error): string {
  const at = stack.search(/^\s+at /m)
  return at < 0 ? '' : stack.slice(at).trim()
}

const isShort = (value: unknown): boolean => ['string', 'number'].includes(typeof value)

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const LOCAL = String.raw`(?:\\"[^"\\]{1,64}\\"|[^\s@<>(),;:"'\\/=?&[\]{}|]{1,128})`
const DOMAIN = String.raw`(?:[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?|\[[^\]\s"\\]{1,64}\])`
/** Escapes are matched first, so that the n of a line break is not taken for the beginning of an address. */
const ADDRESS = new RegExp(String.raw`(${LOCAL}(?:@|%40)${DOMAIN})|\\(?:u[\da-f]{4}|.)`, 'giu')

/** A finished line with every mail address in it, and every password before a host, replaced. */
export function withoutAddresses(line: string): string {
  if (!line.includes('@') && !line.includes('%40')) return line
  return line.replace(ADDRESS, (found, address?: string) => (address === undefined ? found : '[address]'))
}
