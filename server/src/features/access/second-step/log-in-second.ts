import type { loginSecond } from '@rosella/contract/access/key-endpoints'
import { TICKET_TRIES } from '@rosella/contract/access/key-rules'
import type { SessionRecord } from '@rosella/contract/access/shapes'
import type { InputOf } from '@rosella/contract/endpoint'
import { lockMember } from '../../../database/lock-member'
import { type Reader, type Tx, withTransaction } from '../../../database/transaction'
import { admitStatus } from '../../../domain/member-status'
import { Problem } from '../../../domain/problem'
import { hashSecret } from '../../../domain/secret'
import type { Caller } from '../../../ports/route'
import type { Services } from '../../../ports/services'
import { admitMember } from '../admit-member'
import { findAccountOf } from '../find-account'
import { rememberBrowser } from '../known-browser'
import { sessionRecord } from '../session-record'
import { readSecond, useSecond } from './use-second'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'passwords' | 'settings' | 'site'> & {
  browserSecret: Buffer
  secondKey: Buffer
}

/** Completes a log-in whose first step was right. A wrong code leaves the ticket, up to ten times. */
export async function logInSecond(
  deps: Deps,
  { ticket: secret, code }: InputOf<typeof loginSecond>,
  caller: Caller,
): Promise<SessionRecord> {
  const now = deps.clock.now()
  const memberId = (await findTicket(deps.db, secret, now))?.member_id
  if (!memberId) throw new Problem('second.ticket')
  const typed = await readSecond(deps, memberId, code)

  const outcome = await withTransaction(deps, async (tx, emit) => {
    await lockMember(tx, memberId)
    const ticket = await findTicket(tx, secret, now)
    const account = await findAccountOf(tx, memberId)
    if (!ticket?.opened_by || !account) throw new Problem('second.ticket')
    const status = admitStatus(account, now, deps.site.contact)
    const wrong = await useSecond(tx, deps.secondKey, memberId, typed, now)
    if (wrong) {
      // What a wrong code costs is kept, so this is no rollback.
      await countWrong(tx, secret, ticket.wrong + 1)
      return { wrong }
    }
    await tx.deleteFrom('ticket').where('secret_hash', '=', hashSecret(secret)).execute()
    const { browserSecret } = deps
    const admission = { openedBy: ticket.opened_by, status, caller, browserSecret, now }
    return { token: await admitMember(tx, emit, account, admission) }
  })
  if (outcome.wrong !== undefined) throw new Problem(outcome.wrong)
  await rememberBrowser(deps, memberId, caller)
  return sessionRecord(deps, memberId, outcome.token)
}

const findTicket = (db: Reader, secret: string, now: number) =>
  db
    .selectFrom('ticket')
    .where('secret_hash', '=', hashSecret(secret))
    .where('purpose', '=', 'second')
    .where('expires_ts', '>', now)
    .select(['member_id', 'opened_by', 'wrong'])
    .executeTakeFirst()

async function countWrong(tx: Tx, secret: string, wrong: number): Promise<void> {
  const secretHash = hashSecret(secret)
  if (wrong >= TICKET_TRIES) await tx.deleteFrom('ticket').where('secret_hash', '=', secretHash).execute()
  else await tx.updateTable('ticket').set({ wrong }).where('secret_hash', '=', secretHash).execute()
}
