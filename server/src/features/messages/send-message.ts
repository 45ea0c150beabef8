import { messageProblem } from '@rosella/contract/messages/rules'
import type { SendMessage } from '@rosella/contract/messages/socket'
import { storableText } from '@rosella/contract/storable-text'
import type { Viewer } from '../../platform/http/viewer'
import type { LiveEvent } from '../../platform/ports/event-bus'
import { Problem } from '../../platform/problem'
import type { Deps, SendingDeps } from './deps'
import { findStored, type Store } from './insert-message-batch'

/**
 * Publishes a committed event. It does not fail while the bus is down, because clients refetch when the bus is back.
 */
export async function publish({ bus, log }: Pick<Deps, 'bus' | 'log'>, event: LiveEvent): Promise<void> {
  await bus.publish([event]).catch((err) => log.warn({ err, kind: event.kind }, 'event was not published'))
}

/**
 * Stores a message, then acknowledges and publishes it. The sender is the member of the session, whatever the payload
 * contains. A resend with the same client_id returns the same id and publishes nothing. The scam shield only queries
 * the database if the text may be part of a request.
 */
export async function sendMessage(
  deps: SendingDeps & { store: Store },
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  input: SendMessage,
  acknowledge: (id: number) => void = () => {},
): Promise<{ id: number }> {
  if (viewer.impersonator !== null) throw new Problem('access.impersonating')
  if (input.receiver_id === viewer.id) throw new Problem('gesture.self')
  // Normalised as it will be stored, because a resend is compared with the stored text.
  const text = storableText(input.message)
  const problem = messageProblem(text)
  if (problem) throw new Problem(problem)
  const pair = { sender_id: viewer.id, receiver_id: input.receiver_id }
  const sure = input.sure === true
  const message = { ...pair, text, ts: deps.clock.now(), client_id: input.client_id ?? null, sure }
  const scanned = await deps.shield.scan(pair, message)
  // A resend of a stored message needs no confirmation.
  if (scanned && !sure && !(await findStored(deps.db, message))) await deps.shield.ask(pair, scanned)
  const { id, isNew, isRepeated } = await deps.store(message)
  if (scanned || isRepeated) await deps.shield.record(pair, { id, signs: scanned?.signs ?? [], isRepeated })
  acknowledge(id)
  if (isNew) await publish(deps, { kind: 'message.sent', id, from: viewer.id, to: input.receiver_id })
  return { id }
}
