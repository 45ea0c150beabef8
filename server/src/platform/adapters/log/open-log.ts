import { type DestinationStream, pino } from 'pino'
import type { Log } from '../../services'
import { withoutAddresses, withoutPersonalData } from './without-personal-data'

/** The one log of a process. Whatever is handed to it, its lines hold no address and no member's data. */
export function openLog(level: string, output: DestinationStream): Log {
  return pino(
    {
      level,
      formatters: { log: withoutPersonalData },
      // Faults are plain by then; pino's own serializer would look for an Error in them once more.
      serializers: { err: (err: unknown) => err },
      hooks: { streamWrite: withoutAddresses },
    },
    output,
  )
}
