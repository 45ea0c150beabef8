import { ConfigurationFault, type FaultyPart, TransientError } from '../failure'

export type DriverError = Error & { code?: string }

/**
 * For `.catch`: throws a TransientError or a ConfigurationFault where the driver's tests recognise one, and the
 * original error otherwise.
 */
export const throwTransient =
  (
    isTransient: (error: DriverError) => boolean,
    faultIn: (error: DriverError) => ConfigurationFault | undefined = () => undefined,
  ) =>
  (error: unknown): never => {
    if (!(error instanceof Error) || isClassified(error)) throw error
    const fault = faultIn(error)
    if (fault) throw fault
    if (!isTransient(error)) throw error
    throw new TransientError(error.message, { cause: error })
  }

const isClassified = (error: Error): boolean =>
  error instanceof TransientError || error instanceof ConfigurationFault

/** Network error codes of any protocol. */
const NETWORK =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
export const isNetworkError = ({ code = '' }: DriverError): boolean => NETWORK.test(code)

/** The disk is full or broken, or the process has too many open files. */
const DISK = /^(ENOSPC|EDQUOT|EIO|EMFILE|ENFILE)$/
export const isDiskError = ({ code = '' }: DriverError): boolean => DISK.test(code)

/** The folder belongs to another user, is mounted read-only, or is not a folder. */
const NOT_WRITABLE = /^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST)$/

export const folderFault =
  (part: FaultyPart, dir: string) =>
  (error: DriverError): ConfigurationFault | undefined => {
    if (!NOT_WRITABLE.test(error.code ?? '')) return undefined
    const message = `Cannot write to the folder ${dir} (${error.code}). Check its owner and how it is mounted.`
    return new ConfigurationFault(part, message, { cause: error })
  }
