import type { ClientEvents, ServerEvents } from '@rosella/contract/messages/socket'
import type { Socket } from 'socket.io-client'

const PATIENCE_MS = 5000

export type TestSocket = Socket<ServerEvents, ClientEvents>

/** What a socket has heard from now on, in order. */
export interface Received {
  /** The arguments of the next event of this name that has not been taken yet; waits up to 5 seconds. */
  next<E extends keyof ServerEvents>(event: E): Promise<Parameters<ServerEvents[E]>>
  /** The names of all that have come and have not been taken, in order. */
  names(): string[]
}

export function received(socket: TestSocket): Received {
  const arrived: { event: string; args: unknown[] }[] = []
  const wakers = new Set<() => void>()
  socket.onAny((event: string, ...args: unknown[]) => {
    arrived.push({ event, args })
    for (const wake of [...wakers]) wake()
  })
  const take = (event: string) => {
    const index = arrived.findIndex((one) => one.event === event)
    return index < 0 ? undefined : arrived.splice(index, 1)[0]
  }
  return {
    names: () => arrived.map((one) => one.event),
    async next(event) {
      const end = Date.now() + PATIENCE_MS
      for (;;) {
        const one = take(event)
        if (one) return one.args as never
        const left = end - Date.now()
        if (left <= 0) throw new Error(`No ${event} was heard within ${PATIENCE_MS} ms`)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(wake, left)
          function wake() {
            clearTimeout(timer)
            wakers.delete(wake)
            resolve()
          }
          wakers.add(wake)
        })
      }
    },
  }
}

/** Sends a message that should be stored, and answers its id. */
export async function say(socket: TestSocket, to: { id: number }, message: string): Promise<number> {
  const answer = await socket.emitWithAck('sendMessage', { receiver_id: to.id, message })
  if (!answer.ok || answer.id === undefined) throw new Error(answer.message)
  return answer.id
}
