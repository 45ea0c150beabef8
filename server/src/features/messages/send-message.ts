import { messageProblem } from '@rosella/contract/messages/rules'
import type { SendMessage } from '@rosella/contract/messages/socket'
import { storableText } from '@rosella/contract/storable-text'
import type { Viewer } from '../../platform/http/viewer'
import type { LiveEvent } from '../../platform/ports/event-bus'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import type { ScamShield } from '../safety/index'
import type { Store } from './insert-message-batch'

/**
 * Says what has been committed. When the bus is away the deed is done all the same: the bus tells everyone
 * to fetch anew once it is back.
 */
export async function publish({ bus, log }: Pick<Services, 'bus' | 'log'>, event: LiveEvent): Promise<void> {
  await bus.publish([event]).catch((err) => log.warn({ err, kind: event.kind }, 'an event was not published'))
}

type DepsSendMessage = Pick<Services, 'bus' | 'clock' | 'log'> & {
  store: Store
  shield: ScamShield
}

/**
 * Stored, then acknowledged, then delivered. The sender is the member of the session, whatever the payload
 * says; a resend with the same client_id answers the same id and delivers nothing. What the scam shield finds nothing
 * in costs no journey to the database.
 */
export async function sendMessage(
  deps: DepsSendMessage,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  input: Omit<SendMessage, 'sender_id'>,
  acknowledge: (id: number) => void = () => {},
  allowed?: Promise<unknown>,
): Promise<{ id: number }> {
  if (viewer.impersonator !== null) throw new Problem('access.impersonating')
  if (input.receiver_id === viewer.id) throw new Problem('gesture.self')
  // As it will be read back: a resend is compared with what was stored.
  const text = storableText(input.message)
  const problem = messageProblem(text)
  if (problem) throw new Problem(problem)
  const pair = { sender_id: viewer.id, receiver_id: input.receiver_id }
  const sure = input.sure === true
  const looked = deps.shield.look(text)
  if (looked && !sure) {
    await allowed
    await deps.shield.ask(pair, looked)
  }
  const message = { ...pair, text, ts: deps.clock.now(), client_id: input.client_id ?? null, sure }
  const { id, isNew, isRepeated } = await deps.store(message, allowed)
  if (looked || isRepeated) await deps.shield.note(pair, { id, signs: looked?.signs ?? [], isRepeated })
  acknowledge(id)
  if (isNew) await publish(deps, { kind: 'message.sent', id, from: viewer.id, to: input.receiver_id })
  return { id }
}
