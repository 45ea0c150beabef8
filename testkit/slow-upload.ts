import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface SlowUpload {
  write(bytes: Buffer | string): void
  /** Sends the bytes in equal pieces over this time. */
  spread(bytes: Buffer, ms: number, pieces?: number): Promise<void>
  /** Ends the form; returns everything that the server sent. */
  end(): Promise<string>
  /** Everything that the server has sent, once it has sent something or closed the connection. */
  answer(): Promise<string>
  /** The number of bytes that the server has not accepted yet, beyond the system's buffers. */
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
  /** The fields before the file: the sender's credentials. */
  fields?: Record<string, string>
}

/** A form for POST /api/photos on its own connection, sent up to its file, which the test sends itself. */
export async function slowUpload(
  { url, address, fields = {} }: Sender,
  fileBytes: number,
): Promise<SlowUpload> {
  const { hostname, port } = new URL(url)
  const start = Object.entries(fields).reduce((all, [key, value]) => all + field(key, value), '') + START
  const socket = connect({ port: Number(port), host: hostname })
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  // The connection may be closed while we send; only the response before that matters.
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
    if (received === '') await Promise.race([once(socket, 'data').catch(() => {}), ended])
    return received
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
