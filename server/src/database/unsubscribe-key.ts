import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../ports/database'
import { siteSecret } from './site-secret'

/** Mails that somebody may have enough of. */
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
export async function readUnsubscribeKey(
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
