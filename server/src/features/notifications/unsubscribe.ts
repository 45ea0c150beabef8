import { createHmac, timingSafeEqual } from 'node:crypto'
import { emailedKinds, type NotifyKey, settingOf } from '@rosella/contract/notifications/kinds'
import { sql } from 'kysely'
import { siteSecret } from '../../platform/database/site-secret'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import type { Db } from '../../platform/ports/database'
import { Problem } from '../../platform/problem'
import type { Deps } from './deps'

/** Emails that a member can unsubscribe from. */
export type MailKind = 'summaries' | 'saved-searches' | 'notices'

/** Old links name no kind: they are of the first that there was. */
const prefixes: Record<MailKind, string> = { summaries: '', 'saved-searches': 's', notices: 'n' }
const kinds = Object.keys(prefixes) as MailKind[]

/** The key in a mail's links: it is signed instead of stored, so the link in an old mail still works. */
export async function unsubscribeKey(db: Db, kind: MailKind, memberId: number): Promise<string> {
  const secret = await siteSecret(db, 'unsubscribe')
  const named = `${prefixes[kind]}${memberId}`
  return `${named}.${createHmac('sha256', secret).update(named).digest('base64url')}`
}

/** Whom a key was mailed to, and about what; undefined when it is none of ours. */
async function readUnsubscribeKey(
  db: Db,
  key: string,
): Promise<{ kind: MailKind; memberId: number } | undefined> {
  const [, prefix = '', digits = '0'] = /^([sn]?)(\d{1,15})\.[\w-]+$/.exec(key) ?? []
  const memberId = Number(digits)
  const kind = kinds.find((candidate) => prefixes[candidate] === prefix) ?? 'summaries'
  const good = Buffer.from(await unsubscribeKey(db, kind, memberId))
  const given = Buffer.from(key)
  return good.length === given.length && timingSafeEqual(good, given) ? { kind, memberId } : undefined
}

/** Ends the emails of the kind that the key belongs to, logged in or not. It may be repeated. */
export async function unsubscribe(
  deps: Pick<Deps, 'db' | 'bus'>,
  key: string,
): Promise<{ message?: string }> {
  const known = await readUnsubscribeKey(deps.db, key)
  if (!known) throw new Problem('unsubscribe.invalid')
  const { kind, memberId } = known
  return withTransaction(deps, async (tx, emit) => {
    const member = await tx.selectFrom('member').where('id', '=', memberId).select('id').executeTakeFirst()
    if (!member) throw new Problem('unsubscribe.invalid')
    await endMails[kind](tx, memberId)
    emit({ kind: 'member.changed', member_id: memberId })
    return {}
  })
}

const withoutMail = (key: NotifyKey) => sql`
  case ${sql.ref(key)} when 'both' then 'push' when 'mail' then 'none' else ${sql.ref(key)} end`

const endMails: Record<MailKind, (tx: Tx, memberId: number) => Promise<unknown>> = {
  summaries: (tx, memberId) =>
    tx.updateTable('account').set({ summaries: false }).where('member_id', '=', memberId).execute(),
  'saved-searches': (tx, memberId) =>
    tx.updateTable('saved_search').set({ mail: 'none' }).where('member_id', '=', memberId).execute(),
  notices: (tx, memberId) =>
    tx
      .updateTable('account')
      .set(Object.fromEntries(emailedKinds.map(settingOf).map((key) => [key, withoutMail(key)])))
      .where('member_id', '=', memberId)
      .execute(),
}
