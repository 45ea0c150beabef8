import { write, writeSync } from 'node:fs'

const STDOUT = 1
/** A pipe holds 64 KiB: with longer pauses a good reader would wait for lines, and not they for the reader. */
const BUSY_MS = 10
/** What a thread may take with the line it is writing when the process ends. */
const THREAD_MS = 50
/** How long the last lines may take when the process ends. */
const LAST_MS = 1000
/** As much may wait for a reader who stands still; a site that goes on must not fill its memory with it. */
const WAITING_CHARS = 8 * 1024 * 1024

/**
 * Lines of the log, written off the event loop, as many at a time as have come meanwhile. Once nobody reads them any
 * more they are dropped: pino's own stream tries for ever to be rid of them, and the process cannot end.
 */
export function openLogOutput(fd = STDOUT): { write(line: string): void } {
  let lines: string[] = []
  let chars = 0
  let lost = 0
  /** What the system has not taken yet of what it was given. */
  let rest: Buffer | undefined
  let isWriting = false
  let isOver = false

  function take(): string {
    const level = 40
    const msg = `${lost} lines of the log were lost: nobody read them in time`
    if (lost > 0) lines.push(`${JSON.stringify({ level, time: Date.now(), lost, msg })}\n`)
    const text = lines.join('')
    lines = []
    chars = lost = 0
    return text
  }

  function next(): void {
    if (!rest && lines.length > 0) rest = Buffer.from(take())
    if (!rest || isOver) return
    isWriting = true
    write(fd, rest, (error, written) => {
      isWriting = false
      if (error && isBusy(error)) {
        setTimeout(next, BUSY_MS).unref()
        return
      }
      isOver ||= isBroken(error)
      // Lines that a full disk refuses are lost; those after them may not be.
      rest = !error && rest && written < rest.length ? rest.subarray(written) : undefined
      next()
    })
  }

  /** The event loop has stopped: what is left is written here and now, or not at all. */
  function writeLast(): void {
    if (isOver) return
    // A thread is writing the first of them: those after it let it go before.
    if (isWriting) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, THREAD_MS)
    const last = Buffer.concat([isWriting || !rest ? Buffer.alloc(0) : rest, Buffer.from(take())])
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
      if (isOver) return
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
