import { createHmac } from 'node:crypto'
import { type NoticeKind, noticeKinds, type PushPayload } from '@rosella/contract/notifications/rules'
import { siteSecret } from '../../database/site-secret'
import { countUnread } from '../../database/unread-conversations'
import type { JobPayloads } from '../../domain/job'
import { Later } from '../../jobs/later'
import type { PushTarget } from '../../ports/push-sender'
import type { Services } from '../../ports/services'
import { isStillNews } from './find-news'
import { findRecipient, quietEnd } from './find-recipient'

type Deps = Pick<Services, 'db' | 'clock' | 'log' | 'push'>

/** Seconds that a push service keeps it for a phone that is off. */
const KEPT_FOR = 86_400

/** No name and no word of a message: a lock screen is read by others. */
const words: Record<NoticeKind, Pick<PushPayload, 'text' | 'url'>> = {
  message: { text: 'You have a new message', url: '/messages' },
  match: { text: 'You have a new match', url: '/matched' },
  like: { text: 'You have a new like', url: '/likes-received' },
  rose: { text: 'You have received a rose', url: '/roses-received' },
  saved: { text: 'New people fit your saved searches', url: '/search' },
}

/** Tells one browser of one thing, if there still is what to tell and its session still lives. */
export const sendPush =
  (deps: Deps) =>
  async (job: JobPayloads['push']): Promise<Later | undefined> => {
    const { db, push, log } = deps
    const { member_id, subscription_id, kind, from } = job
    const now = deps.clock.now()
    if (!push) return
    const target = await findTarget(deps, job, now)
    const recipient = target && (await findRecipient(db, member_id))
    if (!recipient) return
    if (!['push', 'both'].includes(recipient[noticeKinds[kind]])) return
    const quiet = quietEnd(recipient, now)
    if (quiet !== undefined) return new Later(quiet)
    if (kind !== 'saved' && !(from !== null && (await isStillNews(db, member_id, kind, from)))) return
    const topic = await topicOf(deps, job)
    const payload: PushPayload = {
      kind,
      ...words[kind],
      unread: await countUnread(db, member_id),
      tag: topic,
    }
    const answer = await push.send(target, { payload: JSON.stringify(payload), topic, keptFor: KEPT_FOR })
    if (answer === 'gone')
      await db.deleteFrom('push_subscription').where('id', '=', subscription_id).execute()
    if (answer === 'refused') log.warn({ member_id }, 'a push was refused')
  }

/** The browser, as long as the member's own session there lives. */
async function findTarget(
  { db }: Deps,
  { subscription_id, member_id }: JobPayloads['push'],
  now: number,
): Promise<PushTarget | undefined> {
  return db
    .selectFrom('push_subscription as p')
    .innerJoin('session as s', 's.id', 'p.session_id')
    .where('p.id', '=', subscription_id)
    .where('p.member_id', '=', member_id)
    .where('s.admin_id', 'is', null)
    .where('s.expires_ts', '>', now)
    .select(['p.endpoint', 'p.p256dh', 'p.auth'])
    .executeTakeFirst()
}

/** The same for all of one conversation in one browser, and nothing to whoever does not know the site's secret. */
async function topicOf({ db }: Deps, { subscription_id, kind, from }: JobPayloads['push']): Promise<string> {
  const secret = await siteSecret(db, 'push-topics')
  const hash = createHmac('sha256', secret).update(`${subscription_id} ${kind} ${from ?? ''}`)
  return hash.digest('base64url').slice(0, 32)
}
