import { type Emoji, reactions } from '@rosella/contract/messages/rules'
import type { FetchMessages, SendMessage } from '@rosella/contract/messages/socket'
import { Problem } from '../../platform/problem'

/** What a client may put into a frame is anything at all; these read what we know by name, or refuse. */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function readSend(frame: unknown): Omit<SendMessage, 'sender_id'> {
  const fields = fieldsOf(frame)
  const { message, client_id } = fields
  if (typeof message !== 'string') throw bad('message must be text')
  if (
    client_id !== undefined &&
    client_id !== null &&
    !(typeof client_id === 'string' && UUID.test(client_id))
  )
    throw bad('client_id must be a UUID')
  return {
    receiver_id: readId(fields.receiver_id, 'receiver_id'),
    message,
    client_id: typeof client_id === 'string' ? client_id : undefined,
    sure: fields.sure === true,
  }
}

/** The specification writes fetchMessages (receiver_id), so a bare id will do. */
export function readFetch(frame: unknown): FetchMessages {
  if (typeof frame === 'number') return { receiver_id: readId(frame, 'receiver_id') }
  const { receiver_id, before_id, limit } = fieldsOf(frame)
  return {
    receiver_id: readId(receiver_id, 'receiver_id'),
    before_id: before_id === undefined || before_id === null ? undefined : readId(before_id, 'before_id'),
    limit: limit === undefined || limit === null ? undefined : readId(limit, 'limit'),
  }
}

export function readReaction(frame: unknown): { id: number; emoji: Emoji | null } {
  const { id, emoji } = fieldsOf(frame)
  const known = reactions.find((one) => one === emoji) ?? null
  if (known === null && emoji !== null) throw bad('emoji must be one of the six, or null')
  return { id: readId(id, 'id'), emoji: known }
}

export const readTyping = (frame: unknown): number => readId(fieldsOf(frame).receiver_id, 'receiver_id')

export const readMessageId = (frame: unknown): number => readId(frame, 'message id')

/** A partner named at the handshake; anything that is no id names nobody. */
export const readPartner = (auth: Record<string, unknown>): number | undefined =>
  isId(auth.receiver_id) ? auth.receiver_id : undefined

const known = ['receiver_id', 'message', 'client_id', 'sure', 'before_id', 'limit', 'id', 'emoji'] as const
type Fields = Partial<Record<(typeof known)[number], unknown>>

function fieldsOf(frame: unknown): Fields {
  if (typeof frame !== 'object' || frame === null) throw bad('an object is required')
  const own = known.filter((key) => Object.hasOwn(frame, key))
  return Object.fromEntries(own.map((key) => [key, (frame as Fields)[key]]))
}

function readId(value: unknown, field: string): number {
  if (!isId(value)) throw bad(`${field} must be a whole number from 1`)
  return value
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1

const bad = (why: string): Problem => new Problem('invalid', {}, `Invalid data provided: ${why}.`)
