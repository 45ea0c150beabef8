import {
  type ClientEvents,
  type ServerEvents,
  SOCKET_PATH,
  socketReconnection,
} from '@rosella/contract/messages/socket'
import type { Socket } from 'socket.io-client'
import { credentials } from './api'
import { getSession } from './session'

export type ChatSocket = Socket<ServerEvents, ClientEvents>

/** Loaded with the first conversation: most pages need no socket. */
export async function openSocket(receiverId?: number): Promise<ChatSocket> {
  const { io } = await import('socket.io-client')
  return io({
    path: SOCKET_PATH,
    ...socketReconnection,
    // Asked anew at every connection, so that a changed token is used.
    auth: (send) => send({ ...credentials(), id: getSession()?.id, receiver_id: receiverId }),
  })
}
