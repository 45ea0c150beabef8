import { clientMessage } from '@rosella/contract/client-problems'
import type { Acknowledgement } from '@rosella/contract/messages/socket'
import { type ChatSocket, openSocket } from '../../platform/live/socket'
import { getSession, isImpersonating } from '../../platform/session/session'
import { failInOutbox, isInOutbox, type OutboxItem, removeFromOutbox, sendableElsewhere } from './drafts'

/** A message without a reply after 20 seconds counts as failed. */
const REPLY_TIMEOUT_MS = 20_000
const CHECK_MS = 5000

/** Sends a message once. Undefined without a reply in time; `gone` if another tab has sent or deleted it meanwhile. */
export async function transmit(
  socket: ChatSocket,
  item: OutboxItem,
): Promise<Acknowledgement | 'gone' | undefined> {
  if (!isInOutbox(item)) return 'gone'
  const { client_id, text, sure, partner } = item
  const input = { sender_id: getSession()?.id, receiver_id: partner.id, message: text, client_id, sure }
  return socket
    .timeout(REPLY_TIMEOUT_MS)
    .emitWithAck('sendMessage', input)
    .catch(() => undefined)
}

let resume: (() => void) | undefined

/**
 * Sends what the conversations that are not open have left in the outbox, as soon as there is a connection and as long as
 * it may be sent without asking. Another tab may do the same: the server stores each client_id once.
 */
export function sendOutbox(): void {
  resume?.()
  if (resume || isImpersonating() || sendableElsewhere().length === 0) return
  resume = () => undefined
  void send()
    // The library could not be loaded; the next chance is when the network returns.
    .catch(() => undefined)
    .finally(() => {
      resume = undefined
    })
}

async function send(): Promise<void> {
  const me = getSession()?.id
  const waiting = () => (getSession()?.id === me ? sendableElsewhere() : [])
  const { socket, close } = await openSocket()
  await new Promise<void>((done) => {
    const endIfDone = () => {
      if (waiting().length > 0) return
      clearInterval(timer)
      done()
    }
    // The remaining messages become too old, or their conversations are opened.
    const timer = setInterval(endIfDone, CHECK_MS)
    let isSending = false
    const sendAll = async () => {
      if (isSending) return
      isSending = true
      for (let item = waiting()[0]; item && socket.connected; item = waiting()[0]) await sendOne(socket, item)
      isSending = false
      endIfDone()
    }
    resume = () => void sendAll()
    socket.on('connect', sendAll)
  })
  close()
}

async function sendOne(socket: ChatSocket, item: OutboxItem): Promise<void> {
  const reply = await transmit(socket, item)
  if (reply === 'gone' || (!reply && !socket.connected)) return
  if (reply?.ok) removeFromOutbox(item)
  // The conversation shows the reason when it is opened.
  else failInOutbox(item, reply?.message ?? clientMessage('socket.failed'))
}
