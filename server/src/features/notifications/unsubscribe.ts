import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  emailedKinds,
  type NotifyKey,
  type NotifyWay,
  settingOf,
} from '@rosella/contract/notifications/kinds'
import { sql } from 'kysely'
import { siteSecret } from '../../platform/database/site-secret'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import type { Db } from '../../platform/ports/database'
import { Problem } from '../../platform/problem'
import type { Deps } from './deps'

/** Emails that a member can unsubscribe from. */
export type EmailKind = 'summaries' | 'saved-searches' | 'notices' | 'dates'

/** Old links have no prefix; they are for summaries, the first kind. */
const prefixes: Record<EmailKind, string> = { summaries: '', 'saved-searches': 's', notices: 'n', dates: 'd' }
const kinds = Object.keys(prefixes) as EmailKind[]

/** The key in an email's links. It is signed instead of stored, so links in old emails still work. */
export async function unsubscribeKey(db: Db, kind: EmailKind, memberId: number): Promise<string> {
  const secret = await siteSecret(db, 'unsubscribe')
  const named = `${prefixes[kind]}${memberId}`
  return `${named}.${createHmac('sha256', secret).update(named).digest('base64url')}`
}

/** The member and the kind of a key; undefined if it is not one of ours. */
async function readUnsubscribeKey(
  db: Db,
  key: string,
): Promise<{ kind: EmailKind; memberId: number } | undefined> {
  const [, prefix = '', digits = '0'] = /^([snd]?)(\d{1,15})\.[\w-]+$/.exec(key) ?? []
  const memberId = Number(digits)
  const kind = kinds.find((candidate) => prefixes[candidate] === prefix) ?? 'summaries'
  const good = Buffer.from(await unsubscribeKey(db, kind, memberId))
  const given = Buffer.from(key)
  return good.length === given.length && timingSafeEqual(good, given) ? { kind, memberId } : undefined
}

/** Stops emails of the key's kind, with or without a session. Idempotent. */
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
    await endEmails[kind](tx, memberId)
    emit({ kind: 'member.changed', member_id: memberId })
    return {}
  })
}

const withoutEmail = (key: NotifyKey) => sql<NotifyWay>`
  case ${sql.ref(key)} when 'both' then 'push' when 'mail' then 'none' else ${sql.ref(key)} end`

const endEmails: Record<EmailKind, (tx: Tx, memberId: number) => Promise<unknown>> = {
  summaries: (tx, memberId) =>
    tx.updateTable('account').set({ summaries: false }).where('member_id', '=', memberId).execute(),
  'saved-searches': (tx, memberId) =>
    tx.updateTable('saved_search').set({ mail: 'none' }).where('member_id', '=', memberId).execute(),
  notices: (tx, memberId) =>
    tx
      .updateTable('account')
      .set(Object.fromEntries(emailedKinds.map(settingOf).map((key) => [key, withoutEmail(key)])))
      .where('member_id', '=', memberId)
      .execute(),
  dates: (tx, memberId) =>
    tx
      .updateTable('account')
      .set({ notify_dates: withoutEmail('notify_dates') })
      .where('member_id', '=', memberId)
      .execute(),
}
