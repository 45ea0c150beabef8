import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const A = 1

/** A DNS server that resolves every name to the same IPv4 addresses, like Docker's for a scaled service. */
export async function startNameServer(addresses: () => readonly string[]) {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => socket.send(answerTo(query, addresses()), from.port, from.address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

/** The part of RFC 1035 that a single question needs. */
function answerTo(query: Buffer, addresses: readonly string[]): Buffer {
  const endOfName = query.indexOf(0, 12) + 1
  const question = query.subarray(12, endOfName + 4)
  const answers = query.readUInt16BE(endOfName) === A ? addresses : []
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers.length, 6)
  // The name from the question, type A, class IN, a TTL of one second, four bytes.
  const record = (address: string) =>
    Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)])
  return Buffer.concat([head, question, ...answers.map(record)])
}
