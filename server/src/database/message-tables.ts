import type { Emoji } from '@rosella/contract/messages/rules'
import type { Generated } from 'kysely'

export interface MessageTable {
  id: Generated<number>
  sender_id: number
  receiver_id: number
  text: string
  ts: number
  read_ts: number | null
  removed_by_receiver: Generated<boolean>
  client_id: string | null
  sender_reaction: Emoji | null
  receiver_reaction: Emoji | null
}

export interface HeldMessageTable {
  message_id: number
  owner_id: number
  other_id: number
  sender_id: number
  ts: number
  held_ts: number
  quarter: string
  sealed: Uint8Array
}
