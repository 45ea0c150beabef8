interface Options {
  /** Retrying would fail the same way. */
  permanent?: boolean
}

/**
 * An error whose message may be stored, logged and shown to an admin: it has no address, secret or member's text.
 */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly permanent: boolean

  constructor(message: string, { permanent = false }: Options = {}) {
    super(message)
    this.permanent = permanent
  }
}

/** Thrown by the mailer if the recipient's address doesn't exist or no longer accepts email. */
export class BadAddress extends Failure {
  constructor(message: string) {
    super(message, { permanent: true })
  }
}

/** A description that is safe to store: a Failure's own message, otherwise only the error's class and code. */
export function describeFailure(error: unknown): string {
  if (error instanceof Failure) return error.message
  if (!(error instanceof Error)) return 'Unknown error'
  const { code } = error as NodeJS.ErrnoException
  return code ? `${error.name} ${code}` : error.name
}

/** The parts that a configuration fault can stop. */
export type FaultyPart = 'mail' | 'photos'

/**
 * Thrown by an adapter when a service refuses us because of its configuration: a wrong password, a missing
 * permission, a folder with another owner. Retrying does not help; the message is for the operator.
 */
export class ConfigurationFault extends Failure {
  constructor(
    readonly part: FaultyPart,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message)
    this.cause = options.cause
  }
}

/** Thrown by a job that has to wait for a limit of our own; it is no failed attempt. */
export class Postponed extends Error {
  constructor(readonly seconds: number) {
    super('Our own limit is reached.')
  }
}

/**
 * Thrown by an adapter while its service is down, full or too slow; the caller gets a 503 and may try again.
 * A wrong password or a missing permission is a ConfigurationFault.
 */
export class TransientError extends Error {
  /** The driver's own code, such as PostgreSQL's 57014. */
  readonly code: string | undefined

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.code = (options.cause as { code?: string } | undefined)?.code
  }
}
