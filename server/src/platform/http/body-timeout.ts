import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem'
import { sendProblem } from './send-problem'

/** For headers, and for the body of every call except uploads. */
export const BODY_TIMEOUT_MS = 10_000
/** For a whole upload: 25 MB at 350 kbit/s, as long as bytes keep arriving. Node itself ends longer requests. */
export const UPLOAD_MS = 600_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may arrive slowly; its reader checks the progress. */
    isSlow?: boolean
  }
}

/** A body must arrive within 10 seconds, replied to or not, so that one sent byte by byte cannot last for ever. */
export function limitBodyTime(app: FastifyInstance, timeoutMs = BODY_TIMEOUT_MS): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const { 'content-length': length, 'transfer-encoding': coding } = raw.headers
    const hasBody = coding !== undefined || Number(length ?? 0) > 0
    if (hasBody && !request.routeOptions.config.isSlow) {
      const timer = setTimeout(() => {
        if (raw.complete) return
        if (reply.sent) raw.destroy()
        else void sendProblem(reply, new Problem('request-timeout'))
      }, timeoutMs)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** Less than this per period counts as stalled: at that rate 25 MB would take half a day. */
const LEAST_BYTES = 16 * 1024

export interface ProgressWatch {
  /** While the server itself is not reading. */
  pause(): void
  resume(): void
}

/** Calls `onStall` when a body stops arriving. */
export function watchProgress(raw: IncomingMessage, stallMs: number, onStall: () => void): ProgressWatch {
  let seen = raw.socket.bytesRead
  let isPaused = false
  const timer = setInterval(() => {
    const { bytesRead } = raw.socket
    if (!isPaused && !raw.complete && bytesRead - seen < LEAST_BYTES) onStall()
    seen = bytesRead
  }, stallMs)
  raw.once('close', () => clearInterval(timer))
  return {
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
      timer.refresh()
    },
  }
}
