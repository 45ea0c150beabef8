/**
 * The fields of an error that may be logged, in addition to its class, stack and message. Drivers add fields that can
 * contain members' data (PostgreSQL's `detail` and `where`, Kysely's `parameters`, an SMTP reply), so only
 * these are kept.
 */
const loggedFields = [
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

/** Errors can refer to themselves, so the depth is limited; what we log is flat. */
const DEPTH = 6

/** Returns the log fields with every error in them, at any depth, reduced to what may be logged. */
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
  const message = messageOf(from)
  const plain: Record<string, unknown> = { type: error.constructor.name, message }
  if (error.name !== plain.type) plain.name = error.name
  for (const field of loggedFields) if (isShort(from[field])) plain[field] = from[field]
  if (from.$metadata?.httpStatusCode !== undefined) plain.statusCode = from.$metadata.httpStatusCode
  plain.stack = framesOf(error)
  if (depth >= DEPTH) return plain
  if (error.cause !== undefined) plain.cause = withoutIn(error.cause, depth + 1)
  if (error instanceof AggregateError) plain.errors = withoutIn(error.errors, depth + 1)
  return plain
}

/** PostgreSQL quotes a value that it could not parse as a number or a date (class 22). */
function messageOf({ message, code, severity }: Error & Record<string, unknown>): string {
  const quotes = severity !== undefined && /^22/.test(String(code))
  return quotes ? message.replace(/".*"/s, '"…"') : message
}

/** A stack begins with the message, which is logged already. */
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
/** Escapes are matched first, so that the n of \n is not taken for the start of an address. */
const ADDRESS = new RegExp(String.raw`(${LOCAL}(?:@|%40)${DOMAIN})|\\(?:u[\da-f]{4}|.)`, 'giu')

/** Replaces every email address, and every password before a host, in a finished line. */
export function withoutAddresses(line: string): string {
  if (!line.includes('@') && !line.includes('%40')) return line
  return line.replace(ADDRESS, (found, address?: string) => (address === undefined ? found : '[address]'))
}
