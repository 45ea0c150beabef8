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
