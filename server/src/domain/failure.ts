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
