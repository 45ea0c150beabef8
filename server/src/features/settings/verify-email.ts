import { sentences } from '@rosella/contract/sentences'
import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import { countMail } from '../../mail/count-mail'
import { queueAccessMail } from '../../mail/queue-access-mail'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'limits'>

/** Has a link to /verify mailed; logging in with it confirms the address. */
export async function verifyEmail(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'email'>,
): Promise<{ message?: string }> {
  const account = await deps.db
    .selectFrom('account')
    .where('member_id', '=', viewer.id)
    .select('email_confirmed')
    .executeTakeFirst()
  if (account?.email_confirmed) throw new Problem('email.confirmed')
  await countMail(deps, viewer.email)
  const { id: memberId, email: address } = viewer
  await withTransaction(deps, (tx, emit) =>
    queueAccessMail(tx, emit, { memberId, key: 'verify', address, now: deps.clock.now() }),
  )
  return { message: sentences.verificationSent }
}
