import { sentences } from '@rosella/contract/sentences'
import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import { enqueue } from '../../jobs/enqueue'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

/** Has a link to /verify mailed; logging in with it confirms the address. */
export async function verifyEmail(deps: Deps, viewer: Pick<Viewer, 'id'>): Promise<{ message?: string }> {
  return withTransaction(deps, async (tx, emit) => {
    const account = await tx
      .selectFrom('account')
      .where('member_id', '=', viewer.id)
      .select('email_confirmed')
      .executeTakeFirst()
    if (account?.email_confirmed) throw new Problem('email.confirmed')
    const payload = { member_id: viewer.id, key: 'verify' } as const
    await enqueue(tx, emit, { kind: 'access-mail', payload, now: deps.clock.now() })
    return { message: sentences.verificationSent }
  })
}
