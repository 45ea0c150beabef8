import { type ClientEvents, type ServerEvents, serverEvents } from '@rosella/contract/messages/socket'
import type { TSchema } from '@rosella/contract/shapes'
import { isOfShape } from '@rosella/server/platform/validate'
import type { Socket } from 'socket.io-client'
import { Arrivals } from './arrivals'

export type TestSocket = Socket<ServerEvents, ClientEvents>

/** The events that a socket receives from now on, in order. */
export interface Received {
  /** Takes the next event of this name and returns its arguments; waits up to 5 seconds. */
  next<E extends keyof ServerEvents>(event: E): Promise<Parameters<ServerEvents[E]>>
  /** The names of all events that have not been taken, in order. */
  names(): string[]
}

export function received(socket: TestSocket): Received {
  const arrivals = new Arrivals<{ event: string; args: unknown[] }>()
  socket.onAny((event: string, ...args: unknown[]) => {
    assertShape(event, args)
    arrivals.add({ event, args })
  })
  return {
    names: () => arrivals.waiting.map(({ event }) => event),
    next: async (event) => (await arrivals.next(event)).args as never,
  }
}

function assertShape(event: string, args: unknown[]): void {
  const shapes: readonly TSchema[] | undefined = new Map<string, readonly TSchema[]>(
    Object.entries(serverEvents),
  ).get(event)
  // A copy, because the validator drops undeclared fields.
  const isValid =
    shapes?.length === args.length && shapes.every((shape, n) => isOfShape(shape, structuredClone(args[n])))
  if (!isValid) throw new Error(`Not in the table of server events: ${event} ${JSON.stringify(args)}`)
}

/** Sends a message that must be stored, and returns its id. */
export async function say(socket: TestSocket, to: { id: number }, message: string): Promise<number> {
  const answer = await socket.emitWithAck('sendMessage', { receiver_id: to.id, message })
  if (!answer.ok || answer.id === undefined) throw new Error(answer.message)
  return answer.id
}
