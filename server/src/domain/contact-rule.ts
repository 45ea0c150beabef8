import type { ContactRule } from '@rosella/contract/browse/limits'
import type { ProblemCode } from '@rosella/contract/problems'
import type { SiteSettings } from '@rosella/contract/settings/rules'

/** What stands between two members, told from the side of the one who would reach the other. */
interface Ending {
  own_name: string
  other_name: string
  /** They are not interested themselves. */
  is_ender: boolean
  /** The other is not interested in them. */
  is_closed: boolean
  /** There were messages when that began. */
  is_ended: boolean
}

/** Everything that decides whether a message is taken. */
export interface Contact extends Ending {
  other_gender: string | null
  rule: ContactRule
  /** Of the sender. */
  is_verified: boolean
  is_confirmed: boolean
  is_inside_limits: boolean
  wrote: boolean
  /** The other has written to, or liked, the sender. */
  was_written: boolean
  was_liked: boolean
  /** Conversations that the sender began within the last day, and whether a report about them was upheld in the last week. */
  began: number
  is_reported: boolean
  /** The scam shield has raised a case that no moderator has decided. */
  is_held: boolean
}

export interface Refusal {
  code: ProblemCode
  values: Record<string, string>
}

type Budget = Pick<SiteSettings, 'first_messages' | 'first_messages_verified' | 'confirmed_to_write'>

const pronouns: Record<string, { their: string; they: string }> = {
  f: { their: 'her', they: 'she' },
  m: { their: 'his', they: 'he' },
}

/** Neither has written to the other. */
export const isNewConversation = ({ wrote, was_written }: Contact): boolean => !wrote && !was_written

/** A new conversation with somebody who has neither written to nor liked the sender. */
export const isFirstMessage = (contact: Contact): boolean => isNewConversation(contact) && !contact.was_liked

/** Where one of the two has ended what was between them: told to both, by the name of who ended it. */
export function endedRefusal({ own_name, other_name, ...ending }: Ending): Refusal | undefined {
  if (ending.is_ender) return { code: 'contact.ended', values: { name: own_name } }
  if (ending.is_closed && ending.is_ended) return { code: 'contact.ended', values: { name: other_name } }
  return undefined
}

/** Where the other is not interested and there were no messages: told to whoever tries, and never before. */
export const closedRefusal = ({ is_closed, is_ended }: Ending): Refusal | undefined =>
  is_closed && !is_ended ? { code: 'contact.closed', values: {} } : undefined

/** Why a message would be refused, as it may be read before typing. */
export const toldRefusal = (contact: Contact, budget: Budget): Refusal | undefined =>
  endedRefusal(contact) ??
  ruleRefusal(contact) ??
  heldRefusal(contact) ??
  firstMessageRefusal(contact, budget)

/** Why a message is refused. */
export const messageRefusal = (contact: Contact, budget: Budget): Refusal | undefined =>
  toldRefusal(contact, budget) ?? closedRefusal(contact)

/** Whoever has been written to may always answer. */
function ruleRefusal(contact: Contact): Refusal | undefined {
  const { rule } = contact
  if (rule === 'anyone' || contact.was_written) return undefined
  const fits = {
    limits: contact.is_inside_limits,
    verified: contact.is_verified,
    liked: contact.was_liked,
  }
  const { their, they } = pronouns[contact.other_gender ?? ''] ?? { their: 'their', they: 'they' }
  return fits[rule]
    ? undefined
    : { code: `contact.${rule}`, values: { name: contact.other_name, their, they } }
}

/** Until a moderator has looked; also with those who liked the sender. */
const heldRefusal = (contact: Contact): Refusal | undefined =>
  contact.is_held && isNewConversation(contact) ? { code: 'contact.shield', values: {} } : undefined

function firstMessageRefusal(contact: Contact, budget: Budget): Refusal | undefined {
  if (!isFirstMessage(contact)) return undefined
  if (budget.confirmed_to_write === 1 && !contact.is_confirmed)
    return { code: 'contact.unconfirmed', values: {} }
  const whole = contact.is_verified ? budget.first_messages_verified : budget.first_messages
  const most = contact.is_reported ? Math.floor(whole / 2) : whole
  return contact.began < most ? undefined : { code: 'contact.enough', values: {} }
}
