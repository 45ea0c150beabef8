import { TransientError } from '../ports/transient-error'

export type DriverError = Error & { code?: string }

/**
 * For `.catch`: throws what the driver's own test takes for passing as a TransientError with the same words, and the
 * rest as it came.
 */
export const throwTransient =
  (isTransient: (error: DriverError) => boolean) =>
  (error: unknown): never => {
    if (!(error instanceof Error) || error instanceof TransientError || !isTransient(error)) throw error
    throw new TransientError(error.message, { cause: error })
  }

/** The network's own codes, whatever goes over it. */
const NETWORK =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
export const isNetworkError = ({ code = '' }: DriverError): boolean => NETWORK.test(code)

/** A disk that is full, broken or read-only, and a process with too many files open. */
const DISK = /^(ENOSPC|EDQUOT|EIO|EROFS|EMFILE|ENFILE)$/
export const isDiskError = ({ code = '' }: DriverError): boolean => DISK.test(code)
