import { ConfigurationFault, type FaultyPart, TransientError } from '../failure'

export type DriverError = Error & { code?: string }

/**
 * For `.catch`: throws what the driver's own test takes for passing as a TransientError with the same words, what it
 * takes for wrongly set up as a ConfigurationFault, and the rest as it came.
 */
export const throwTransient =
  (
    isTransient: (error: DriverError) => boolean,
    faultIn: (error: DriverError) => ConfigurationFault | undefined = () => undefined,
  ) =>
  (error: unknown): never => {
    if (!(error instanceof Error) || isTold(error)) throw error
    const fault = faultIn(error)
    if (fault) throw fault
    if (!isTransient(error)) throw error
    throw new TransientError(error.message, { cause: error })
  }

const isTold = (error: Error): boolean =>
  error instanceof TransientError || error instanceof ConfigurationFault

/** The network's own codes, whatever goes over it. */
const NETWORK =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
export const isNetworkError = ({ code = '' }: DriverError): boolean => NETWORK.test(code)

/** A disk that is full or broken, and a process with too many files open. */
const DISK = /^(ENOSPC|EDQUOT|EIO|EMFILE|ENFILE)$/
export const isDiskError = ({ code = '' }: DriverError): boolean => DISK.test(code)

/** A folder that belongs to somebody else, is mounted to be read only, or is none. */
const NOT_OURS = /^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST)$/

export const folderFault =
  (part: FaultyPart, dir: string) =>
  (error: DriverError): ConfigurationFault | undefined => {
    if (!NOT_OURS.test(error.code ?? '')) return undefined
    const words = `The folder ${dir} cannot be written to (${error.code}): look at whose it is and how it is mounted.`
    return new ConfigurationFault(part, words, { cause: error })
  }
