import { SOCKET_PATH, socketReconnection } from '@rosella/contract/messages/rules'
import type { ClientEvents, ServerEvents } from '@rosella/contract/messages/socket'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Socket } from 'socket.io-client'
import { credentials } from '../api'
import { reloadSession } from '../session/reload-session'
import { getSession } from '../session/session'

export type ChatSocket = Socket<ServerEvents, ClientEvents>

/** A handler for every server event; null if the screen ignores it. */
export type ServerEventHandlers = { [E in keyof ServerEvents]: ServerEvents[E] | null }

export function onServerEvents(socket: ChatSocket, handlers: ServerEventHandlers): void {
  const untyped: { on(event: string, handler: (...args: never[]) => void): unknown } = socket
  for (const [event, handler] of Object.entries(handlers)) if (handler) untyped.on(event, handler)
}

/**
 * Opens a socket that reconnects until it is closed. The library is loaded with the first one, because most pages need
 * none.
 */
export async function openSocket(receiverId?: number): Promise<{ socket: ChatSocket; close: () => void }> {
  const { io } = await import('socket.io-client')
  const socket: ChatSocket = io({
    path: SOCKET_PATH,
    ...socketReconnection,
    forceNew: true,
    // A WebSocket stays with one process. Long polling is the last resort, because each request may reach another.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    // Called for every connection, so that a changed token is used.
    auth: (send) => send({ ...credentials(), id: getSession()?.id, receiver_id: receiverId }),
  })
  const stop = reconnect(socket)
  return {
    socket,
    close() {
      stop()
      disconnect(socket)
    },
  }
}

/**
 * A socket that lives as long as its screen. With `receiverId`, it only receives that partner's chat events. `wire` is
 * called once per socket, before it connects.
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
        close = opened.close
        if (ended) return close()
        onOpen(opened.socket)
        setSocket(opened.socket)
      })
      .catch((error: unknown) => setFailure({ error }))
    return () => {
      ended = true
      close()
      setSocket(undefined)
    }
  }, [receiverId])
  // The library failed to load, so let the error boundary show it.
  if (failure) throw failure.error
  return socket
}

/** Browsers log an error if a connection is closed while it opens, so this waits until it is open. */
function disconnect(socket: ChatSocket): void {
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
 * The client reconnects by itself after a lost connection, but not after the server closed it (on a restart or a changed
 * token) or refused it. This function adds that, with the same delays.
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
    // The session may have ended. Reloading it then shows the log-in.
    void reloadSession()
    later()
  })
  return () => clearTimeout(timer)
}
