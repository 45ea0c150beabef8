import { TICKET_SECONDS } from '@rosella/contract/access/rules'
import type { TicketTable } from '../../platform/database/tables/access'
import type { Reader } from '../../platform/database/transaction'
import { hashSecret, newToken } from '../../platform/secret'

interface NewTicket {
  purpose: TicketTable['purpose']
  memberId?: number
  /** Where there is one, nobody but this session can use the ticket. */
  sessionId?: number
  openedBy?: TicketTable['opened_by']
}

/** Answers a secret that is good for one purpose, once, for five minutes: 32 bytes, as a passkey's challenge is as well. */
export async function newTicket(db: Reader, ticket: NewTicket, now: number): Promise<string> {
  const secret = newToken()
  await db
    .insertInto('ticket')
    .values({
      secret_hash: hashSecret(secret),
      purpose: ticket.purpose,
      member_id: ticket.memberId ?? null,
      session_id: ticket.sessionId ?? null,
      opened_by: ticket.openedBy ?? null,
      expires_ts: now + TICKET_SECONDS,
    })
    .execute()
  return secret
}

/** Uses a challenge up, whatever comes of it: of any number of tries one gets it. */
export function takeTicket(db: Reader, secret: string, purpose: TicketTable['purpose'], now: number) {
  return db
    .deleteFrom('ticket')
    .where('secret_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('expires_ts', '>', now)
    .returning(['member_id', 'session_id'])
    .executeTakeFirst()
}
