import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface SlowUpload {
  write(bytes: Buffer | string): void
  /** Sends the bytes in equal pieces, spread over the time. */
  spread(bytes: Buffer, ms: number, pieces?: number): Promise<void>
  /** Ends the form; answers everything the server said. */
  end(): Promise<string>
  /** What the server has said so far, once it has hung up or said something. */
  answer(): Promise<string>
  /** How many bytes the server has not taken yet, beyond what the system holds for it. */
  unsent(): number
  close(): void
}

const field = (name: string, value: string) =>
  `--slow\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const START = '--slow\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
const END = '\r\n--slow--\r\n'

export interface Sender {
  url: string
  address?: string
  /** What precedes the file: the session of whoever sends it. */
  fields?: Record<string, string>
}

/** A form for POST /api/photos on a connection of its own, come as far as its file, which the test sends as it likes. */
export async function slowUpload(
  { url, address, fields = {} }: Sender,
  fileBytes: number,
): Promise<SlowUpload> {
  const { hostname, port } = new URL(url)
  const start = Object.entries(fields).reduce((all, [key, value]) => all + field(key, value), '') + START
  const socket = connect({ port: Number(port), host: hostname })
  let said = ''
  socket.on('data', (data) => {
    said += data
  })
  // Whoever is hung up on while sending is told so; what counts is what was said before.
  socket.on('error', () => {})
  const ended = new Promise<void>((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  socket.write(
    [
      'POST /api/photos HTTP/1.1',
      'host: x',
      ...(address ? [`x-forwarded-for: ${address}`] : []),
      'content-type: multipart/form-data; boundary=slow',
      `content-length: ${start.length + fileBytes + END.length}`,
      '',
      start,
    ].join('\r\n'),
  )
  const answer = async () => {
    if (said === '') await Promise.race([once(socket, 'data').catch(() => {}), ended])
    return said
  }
  return {
    write: (bytes) => void socket.write(bytes),
    async spread(bytes, ms, pieces = 50) {
      const size = Math.ceil(bytes.length / pieces)
      for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
        socket.write(bytes.subarray(at, at + size))
        await sleep(ms / pieces)
      }
    },
    end() {
      socket.write(END)
      return answer()
    },
    answer,
    unsent: () => socket.writableLength,
    close: () => void socket.destroy(),
  }
}
