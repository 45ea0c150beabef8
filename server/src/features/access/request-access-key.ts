import { memberStatus } from '@rosella/contract/member/status'
import { isBannedEmail } from '../../database/free-email'
import { withTransaction } from '../../database/transaction'
import type { AccessKeyKind } from '../../domain/job'
import { Problem } from '../../domain/problem'
import { enqueue } from '../../jobs/enqueue'
import { countMail } from '../../mail/count-mail'
import { queueAccessMail } from '../../mail/queue-access-mail'
import type { Services } from '../../ports/services'
import { findAccount } from './find-account'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'limits'>

/**
 * Has a way in mailed to the member of this address, so many times a day. The answer does not wait for a mail server.
 * A banned address is answered as any that is taken, also once its account is erased, after the same queries: only
 * who reads its mail learns more. Where the address was never here, that is said.
 */
export async function requestAccessKey(
  deps: Deps,
  email: string,
  key: AccessKeyKind,
): Promise<Record<string, never>> {
  await countMail(deps, email)
  const now = deps.clock.now()
  await withTransaction(deps, async (tx, emit) => {
    const account = await findAccount(tx, email)
    const isAddressBanned = await isBannedEmail(tx, email)
    if (account && account.status !== memberStatus.banned) {
      await queueAccessMail(tx, emit, { memberId: account.id, key, address: account.email, now })
    } else if (account || isAddressBanned) {
      const payload = { member_id: account?.id ?? null, address: account?.email ?? email }
      await enqueue(tx, emit, { kind: 'banned-mail', payload, now })
    } else {
      throw new Problem('email.unknown')
    }
  })
  return {}
}
