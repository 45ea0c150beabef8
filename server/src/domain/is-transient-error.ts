/**
 * What the database, Redis, the mail server and the disk look like when they are away, full, or too slow to wait
 * for: the caller may try again.
 */
const AWAY =
  /^(08...|53...|57P0[123]|57014|58030|25P03|ECONN(REFUSED|RESET|ECTION|ABORTED)|EPIPE|ETIMEDOUT|ESOCKET|EDNS|EAUTH|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOSPC|EDQUOT|EIO|EROFS|EMFILE|ENFILE)$/
const AWAY_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|The embedded database (was busy|is not running)|The database in \S+ cannot be opened|Connection is closed|enableOfflineQueue|Command timed out/

/** Not a fault of ours, and over by itself. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  // What a bucket's server says, where the store does not know how to take it, has $metadata.
  return (code !== undefined && AWAY.test(code)) || AWAY_WORDS.test(error.message) || '$metadata' in error
}
