import { type DestinationStream, pino } from 'pino'
import type { Log } from '../../services'
import { withoutAddresses, withoutPersonalData } from './without-personal-data'

/** The log of a process. Whatever it is given, it writes no email address and no member's data. */
export function openLog(level: string, output: DestinationStream): Log {
  return pino(
    {
      level,
      formatters: { log: withoutPersonalData },
      // Errors are plain objects by then; pino's own serialiser expects an Error.
      serializers: { err: (err: unknown) => err },
      hooks: { streamWrite: withoutAddresses },
    },
    output,
  )
}
