import { memberStatus } from '@rosella/contract/member/status'
import { sql } from 'kysely'
import { withTransaction } from '../../database/transaction'
import type { AccessKeyKind } from '../../domain/job'
import { Problem } from '../../domain/problem'
import { enqueue } from '../../jobs/enqueue'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

/** Has a way in mailed to the member of this address. The answer does not wait for a mail server. */
export async function requestAccessKey(
  deps: Deps,
  email: string,
  key: AccessKeyKind,
): Promise<Record<string, never>> {
  await withTransaction(deps, async (tx, emit) => {
    const member = await tx
      .selectFrom('account as a')
      .innerJoin('member as m', 'm.id', 'a.member_id')
      .where(sql`lower(a.email)`, '=', sql`lower(${email})`)
      .select(['m.id', 'm.status'])
      .executeTakeFirst()
    if (!member || member.status === memberStatus.banned) throw new Problem('email.unknown')
    const payload = { member_id: member.id, key }
    await enqueue(tx, emit, { kind: 'access-mail', payload, now: deps.clock.now() })
  })
  return {}
}
