import { createHmac, timingSafeEqual } from 'node:crypto'
import { siteSecret } from '../../database/site-secret'
import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Db } from '../../ports/database'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus'>

/** The key in a summary's links: it is signed instead of stored, so the link in an old mail still works. */
export async function unsubscribeKey(db: Db, memberId: number): Promise<string> {
  const secret = await siteSecret(db, 'unsubscribe')
  return `${memberId}.${createHmac('sha256', secret).update(String(memberId)).digest('base64url')}`
}

/** Ends the weekly summaries of whoever the key was mailed to, logged in or not; twice is fine. */
export async function unsubscribe(deps: Deps, key: string): Promise<{ message?: string }> {
  const memberId = Number(/^(\d{1,15})\.[\w-]+$/.exec(key)?.[1] ?? 0)
  const good = Buffer.from(await unsubscribeKey(deps.db, memberId))
  const given = Buffer.from(key)
  if (good.length !== given.length || !timingSafeEqual(good, given)) throw new Problem('unsubscribe.invalid')
  return withTransaction(deps, async (tx, emit) => {
    const done = await tx
      .updateTable('account')
      .set({ summaries: false })
      .where('member_id', '=', memberId)
      .returning('member_id')
      .executeTakeFirst()
    if (!done) throw new Problem('unsubscribe.invalid')
    emit({ kind: 'member.changed', member_id: memberId })
    return {}
  })
}
