import { write, writeSync } from 'node:fs'

const STDOUT = 1
/** A pipe buffers 64 KiB; with longer pauses a fast reader would have to wait for us. */
const BUSY_MS = 10
/** How long a worker thread may still need for its current write when the process ends. */
const THREAD_MS = 50
/** How long writing the last lines may take when the process ends. */
const LAST_MS = 1000
/** The buffer for a reader that hangs; the running site must not fill its memory with log lines. */
const WAITING_CHARS = 8 * 1024 * 1024

/**
 * Writes log lines off the event loop, batching those that arrive during a write. When the reader is gone, lines
 * are dropped; pino's own stream would retry for ever and keep the process from ending.
 */
export function openLogOutput(fd = STDOUT): { write(line: string): void } {
  let lines: string[] = []
  let chars = 0
  let lost = 0
  /** The part of the current batch that is not written yet. */
  let rest: Buffer | undefined
  let isWriting = false
  let isClosed = false

  function takeBatch(): string {
    const level = 40
    const msg = `${lost} log lines were lost because they were not read in time`
    if (lost > 0) lines.push(`${JSON.stringify({ level, time: Date.now(), lost, msg })}\n`)
    const text = lines.join('')
    lines = []
    chars = lost = 0
    return text
  }

  function next(): void {
    if (!rest && lines.length > 0) rest = Buffer.from(takeBatch())
    if (!rest || isClosed) return
    isWriting = true
    write(fd, rest, (error, written) => {
      isWriting = false
      if (error && isBusy(error)) {
        setTimeout(next, BUSY_MS).unref()
        return
      }
      isClosed ||= isBroken(error)
      // Lines that a full disk refuses are lost; those after them may not be.
      rest = !error && rest && written < rest.length ? rest.subarray(written) : undefined
      next()
    })
  }

  /** The event loop has stopped, so the remaining lines are written synchronously. */
  function writeLast(): void {
    if (isClosed) return
    // A thread is still writing the first of them; wait so that it finishes before the others.
    if (isWriting) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, THREAD_MS)
    const last = Buffer.concat([isWriting || !rest ? Buffer.alloc(0) : rest, Buffer.from(takeBatch())])
    const until = Date.now() + LAST_MS
    for (let at = 0; at < last.length && Date.now() < until; ) {
      try {
        at += writeSync(fd, last, at)
      } catch (error) {
        if (!isBusy(error)) return
      }
    }
  }
  process.once('exit', writeLast)

  return {
    write(line) {
      if (isClosed) return
      if (chars + line.length > WAITING_CHARS) lost++
      else {
        lines.push(line)
        chars += line.length
      }
      if (!isWriting && !rest) next()
    },
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code
const isBusy = (error: unknown): boolean => ['EAGAIN', 'EBUSY'].includes(codeOf(error) ?? '')
const isBroken = (error: unknown): boolean => codeOf(error) === 'EPIPE'
