import { SOCKET_PATH, socketReconnection } from '@rosella/contract/messages/rules'
import type { ClientEvents, ServerEvents } from '@rosella/contract/messages/socket'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Socket } from 'socket.io-client'
import { credentials } from '../api'
import { reloadSession } from '../session/reload-session'
import { getSession } from '../session/session'

export type ChatSocket = Socket<ServerEvents, ClientEvents>

/** A handler for every event of the server; null where the screen has no use for the event. */
export type ServerEventHandlers = { [E in keyof ServerEvents]: ServerEvents[E] | null }

export function onServerEvents(socket: ChatSocket, handlers: ServerEventHandlers): void {
  const untyped: { on(event: string, handler: (...args: never[]) => void): unknown } = socket
  for (const [event, handler] of Object.entries(handlers)) if (handler) untyped.on(event, handler)
}

/** Loaded with the first conversation: most pages need no socket. */
async function openSocket(receiverId?: number): Promise<ChatSocket> {
  const { io } = await import('socket.io-client')
  return io({
    path: SOCKET_PATH,
    ...socketReconnection,
    forceNew: true,
    // One connection is one process. Long polling, whose every request may reach another one, is the last resort.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    // Asked anew at every connection, so that a changed token is used.
    auth: (send) => send({ ...credentials(), id: getSession()?.id, receiver_id: receiverId }),
  })
}

/**
 * The socket of a screen, for as long as the screen is there; with `receiverId` it hears the chat events of
 * that partner only. `wire` is called once for each socket, before it connects.
 */
export function useSocket(wire: (socket: ChatSocket) => void, receiverId?: number): ChatSocket | undefined {
  const [socket, setSocket] = useState<ChatSocket>()
  const [failure, setFailure] = useState<{ error: unknown }>()
  const onOpen = useEffectEvent(wire)
  useEffect(() => {
    let close = () => {}
    let ended = false
    openSocket(receiverId)
      .then((opened) => {
        const stop = reconnect(opened)
        close = () => {
          stop()
          hangUp(opened)
        }
        if (ended) return close()
        onOpen(opened)
        setSocket(opened)
      })
      .catch((error: unknown) => setFailure({ error }))
    return () => {
      ended = true
      close()
      setSocket(undefined)
    }
  }, [receiverId])
  // Its part could not be loaded: as with every part that is needed, the page says so.
  if (failure) throw failure.error
  return socket
}

/** A browser complains of a connection that is closed while it is being opened: that one is closed once it stands. */
function hangUp(socket: ChatSocket): void {
  const { engine } = socket.io
  if (engine?.readyState !== 'opening') {
    socket.disconnect()
    return
  }
  socket.off()
  socket.io.reconnection(false)
  engine.once('open', () => socket.disconnect())
}

/**
 * After a cut line the client comes back by itself, but not after the server hung up (it restarts, or the token
 * was changed) or refused to let it in. It does so here, with the same pauses.
 */
function reconnect(socket: ChatSocket): () => void {
  const { reconnectionDelay, reconnectionDelayMax, randomizationFactor } = socketReconnection
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  const later = () => {
    const swing = 1 + randomizationFactor * (2 * Math.random() - 1)
    const pause = Math.min(reconnectionDelay * 2 ** tries++ * swing, reconnectionDelayMax)
    clearTimeout(timer)
    timer = setTimeout(() => socket.connect(), pause)
  }
  socket.on('connect', () => {
    tries = 0
  })
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') later()
  })
  socket.on('connect_error', () => {
    if (socket.active) return
    // The session may be over: then this asks for it, and the log-in shows.
    void reloadSession()
    later()
  })
  return () => clearTimeout(timer)
}
