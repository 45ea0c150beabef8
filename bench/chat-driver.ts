// The clients of bench/chat, in a separate process. Its parent says which members to connect and how long to talk.
import { get } from 'node:http'
import { SOCKET_PATH } from '@rosella/contract/messages/rules'
import type { ClientEvents, ServerEvents } from '@rosella/contract/messages/socket'
import type { ChatMember } from '@rosella/testkit/chat-members'
import { io, type Socket } from 'socket.io-client'
import { plainText } from './plain-text'

type Asked = { connect: string; members: ChatMember[]; streams: boolean } | { talk: number } | 'hang up'
export interface Talked {
  acknowledged: number[]
  delivered: number[]
  refused: number
}

interface Client {
  member: ChatMember
  socket: Socket<ServerEvents, ClientEvents>
}
let clients: Client[] = []
let streams: { destroy(): void }[] = []
const sentAt = new Map<string, number>()
let talked: Talked = { acknowledged: [], delivered: [], refused: 0 }

async function connect(url: string, members: ChatMember[], withStreams: boolean): Promise<void> {
  // A few at a time, as on a real server.
  for (let at = 0; at < members.length; at += 20) {
    await Promise.all(
      members.slice(at, at + 20).map(async (member, n) => {
        await open(url, member, members[(at + n) ^ 1]?.id)
        if (withStreams) await stream(url, member)
      }),
    )
  }
}

/** Opens a socket for one conversation, as a chat page does. */
function open(url: string, member: ChatMember, receiver_id: number | undefined): Promise<void> {
  const socket: Client['socket'] = io(url, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    auth: { ...member, receiver_id },
  })
  clients.push({ member, socket })
  socket.on('receiveMessage', ({ message }) => {
    const started = sentAt.get(message)
    if (started === undefined) return
    sentAt.delete(message)
    talked.delivered.push(performance.now() - started)
  })
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve).once('connect_error', reject)
  })
}

function stream(url: string, { email, token }: ChatMember): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = get(`${url}/api/notifications?${new URLSearchParams({ email, token })}`, (answer) => {
      answer.resume()
      answer.on('error', () => {})
      resolve()
    })
    asked.on('error', reject)
    streams.push(asked)
  })
}

/**
 * The two members of each pair alternate after every acknowledgement, because 100 unanswered messages are the limit.
 */
async function talk(seconds: number): Promise<Talked> {
  talked = { acknowledged: [], delivered: [], refused: 0 }
  const end = performance.now() + seconds * 1000
  await Promise.all(
    clients.map(async (first, n) => {
      const second = clients[n + 1]
      if (n % 2 === 1 || !second) return
      for (let count = 0; performance.now() < end; count++) {
        const [{ member, socket }, { member: receiver }] = count % 2 ? [second, first] : [first, second]
        const message = plainText(count, member.id)
        const started = performance.now()
        sentAt.set(message, started)
        const client_id = crypto.randomUUID()
        const input = { receiver_id: receiver.id, message, client_id }
        const { ok } = await socket.emitWithAck('sendMessage', input)
        if (ok) talked.acknowledged.push(performance.now() - started)
        else talked.refused++
      }
    }),
  )
  for (let waits = 0; waits < 100 && talked.delivered.length < talked.acknowledged.length; waits++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  sentAt.clear()
  return talked
}

function disconnect(): void {
  for (const { socket } of clients) socket.disconnect()
  for (const one of streams) one.destroy()
  clients = []
  streams = []
}

process.on('message', async (asked: Asked) => {
  if (asked === 'hang up') disconnect()
  else if ('talk' in asked) return process.send?.(await talk(asked.talk))
  else await connect(asked.connect, asked.members, asked.streams)
  process.send?.('done')
})
process.send?.('ready')
