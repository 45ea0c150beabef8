interface Options {
  /** Trying again would end the same way. */
  permanent?: boolean
}

/** A fault in words that may be stored, logged and shown to an admin: no address, no secret, no member's text. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly permanent: boolean

  constructor(words: string, { permanent = false }: Options = {}) {
    super(words)
    this.permanent = permanent
  }
}

/** What may be kept of any fault: its own words where it is a Failure, otherwise only what kind it is. */
export function describeFailure(error: unknown): string {
  if (error instanceof Failure) return error.message
  if (!(error instanceof Error)) return 'Unknown fault'
  const { code } = error as NodeJS.ErrnoException
  return code ? `${error.name} ${code}` : error.name
}

/** What a fault of the configuration can stand in the way of. */
export type FaultyPart = 'mail' | 'photos'

/**
 * What an adapter throws when the service behind it will not have us: a wrong password, a policy that forbids, a folder
 * that is not ours. It does not pass by itself, so nobody is told to try again; its words are for whoever runs the site.
 */
export class ConfigurationFault extends Failure {
  constructor(
    readonly part: FaultyPart,
    words: string,
    options: { cause?: unknown } = {},
  ) {
    super(words)
    this.cause = options.cause
  }
}

/**
 * What an adapter throws while the service behind it is away, full, or too slow to wait for: not a fault of ours, and
 * over by itself, so the caller may try again. A wrong password or a missing right is a ConfigurationFault.
 */
export class TransientError extends Error {
  /** What the driver said it was, as PostgreSQL's 57014. */
  readonly code: string | undefined

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.code = (options.cause as { code?: string } | undefined)?.code
  }
}
