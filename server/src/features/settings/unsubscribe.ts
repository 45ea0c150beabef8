import { createHmac, timingSafeEqual } from 'node:crypto'
import { commit } from '../../database/handle'
import { siteSecret } from '../../database/site-secret'
import { Problem } from '../../domain/problem'
import type { Db } from '../../ports/database'
import type { Foundations } from '../../ports/foundations'

type Deps = Pick<Foundations, 'db' | 'bus'>

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
  return commit(deps, async (tx, say) => {
    const done = await tx
      .updateTable('account')
      .set({ summaries: false })
      .where('member_id', '=', memberId)
      .returning('member_id')
      .executeTakeFirst()
    if (!done) throw new Problem('unsubscribe.invalid')
    say({ kind: 'member.changed', member_id: memberId })
    return {}
  })
}
