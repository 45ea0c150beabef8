import { createHmac } from 'node:crypto'
import type { InputOf } from '@rosella/contract/endpoint'
import type { renewPushSubscription, savePushSubscription } from '@rosella/contract/notifications/endpoints'
import { notificationKinds, settingOf } from '@rosella/contract/notifications/kinds'
import type { PushPayload } from '@rosella/contract/notifications/rules'
import { lockMember, lockSession } from '../../members/sessions'
import { countUnread } from '../../members/unread-conversations'
import { siteSecret } from '../../platform/database/site-secret'
import { withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { RunLater } from '../../platform/jobs/enqueue'
import type { JobPayloads } from '../../platform/jobs/job-kinds'
import type { PushSender, PushTarget } from '../../platform/ports/push-sender'
import { Problem } from '../../platform/problem'
import type { Deps } from './deps'
import { isStillNews } from './find-news'
import { findRecipient, quietEnd } from './notice-email'

/** Seconds that a push service stores a push for a phone that is off. */
const TTL_SECONDS = 86_400

/** Sends one push to one browser, unless the member has seen the news or the session has ended. */
export const sendPush =
  (deps: Deps) =>
  async (job: JobPayloads['push']): Promise<RunLater | undefined> => {
    const { db, push } = deps
    const { member_id, kind, from } = job
    const now = deps.clock.now()
    if (!push) return
    const target = await findTarget(deps, job, now)
    const recipient = target && (await findRecipient(db, member_id))
    if (!recipient) return
    if (!['push', 'both'].includes(recipient[settingOf(kind)])) return
    const quiet = quietEnd(recipient, now)
    if (quiet !== undefined) return new RunLater(quiet)
    if (!(await isStillNews(db, member_id, kind, from))) return
    const { headline: text, path: url } = notificationKinds[kind]
    await deliverPush(deps, job, { kind, text, url, about: String(from ?? '') })
  }

interface PushText extends Pick<PushPayload, 'kind' | 'text' | 'url'> {
  /** A later push of this kind about the same replaces an earlier one. */
  about: string
  keptFor?: number
}

/** Sends a push to one browser, unless the session there has ended. */
export async function deliverPush(
  deps: Deps,
  to: Pick<JobPayloads['push'], 'member_id' | 'subscription_id'>,
  { about, keptFor = TTL_SECONDS, ...text }: PushText,
): Promise<void> {
  const { db, push, log, clock } = deps
  const target = push && (await findTarget(deps, to, clock.now()))
  if (!target) return
  const topic = await topicOf(deps, `${to.subscription_id} ${text.kind} ${about}`)
  const unread = await countUnread(db, to.member_id)
  const payload: PushPayload = { ...text, unread, tag: topic }
  const answer = await push.send(target, { payload: JSON.stringify(payload), topic, keptFor })
  if (answer === 'gone')
    await db.deleteFrom('push_subscription').where('id', '=', to.subscription_id).execute()
  if (answer === 'refused') log.warn({ member_id: to.member_id }, 'push refused')
}

/** The browser, while the member's session there is open. */
async function findTarget(
  { db }: Deps,
  { subscription_id, member_id }: Pick<JobPayloads['push'], 'member_id' | 'subscription_id'>,
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

/** The same for all pushes of one conversation to one browser, and meaningless without the site's secret. */
async function topicOf({ db }: Deps, subject: string): Promise<string> {
  const secret = await siteSecret(db, 'push-topics')
  const hash = createHmac('sha256', secret).update(subject)
  return hash.digest('base64url').slice(0, 32)
}

/** One subscription per session; a browser that belongs to another session moves to this one. */
export async function saveSubscription(
  deps: Deps & { push: PushSender },
  viewer: Viewer,
  subscription: Subscription,
): Promise<{ message?: string }> {
  const target = acceptedTarget(deps.push, subscription)
  await withTransaction(deps, async (tx) => {
    await lockSession(tx, viewer)
    await tx
      .deleteFrom('push_subscription')
      .where((e) => e.or([e('session_id', '=', viewer.session_id), e('endpoint', '=', target.endpoint)]))
      .execute()
    await tx
      .insertInto('push_subscription')
      .values({
        ...target,
        session_id: viewer.session_id,
        member_id: viewer.id,
        created_ts: deps.clock.now(),
      })
      // Two tabs with different sessions in one browser can do this concurrently.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return {}
}

/** The session, member and choices stay. Without the old keys nobody can redirect the notifications of others. */
export async function renewSubscription(
  deps: Deps & { push: PushSender },
  { old, subscription }: InputOf<typeof renewPushSubscription>,
): Promise<{ message?: string }> {
  const target = acceptedTarget(deps.push, subscription)
  const { endpoint, p256dh, auth } = targetOf(old)
  await withTransaction(deps, async (tx) => {
    const owner = await tx
      .selectFrom('push_subscription')
      .where('endpoint', '=', endpoint)
      .select('member_id')
      .executeTakeFirst()
    // As code that ends sessions does, before their subscriptions.
    if (owner) await lockMember(tx, owner.member_id)
    const replaced = await tx
      .selectFrom('push_subscription')
      .where('endpoint', '=', endpoint)
      .where('p256dh', '=', p256dh)
      .where('auth', '=', auth)
      .select('id')
      .executeTakeFirst()
    if (!replaced) throw new Problem('push.unknown')
    const { id } = replaced
    await tx
      .deleteFrom('push_subscription')
      .where('endpoint', '=', target.endpoint)
      .where('id', '<>', id)
      .execute()
    // The row keeps its id, which waiting pushes refer to.
    await tx.updateTable('push_subscription').set(target).where('id', '=', id).execute()
  })
  return {}
}

type Subscription = InputOf<typeof savePushSubscription>['subscription']

const targetOf = ({ endpoint, keys }: Subscription): PushTarget => ({
  endpoint,
  p256dh: plain(keys.p256dh),
  auth: plain(keys.auth),
})

function acceptedTarget(push: PushSender, subscription: Subscription): PushTarget {
  const target = targetOf(subscription)
  if (!push.accepts(target)) throw new Problem('push.subscription')
  return target
}

/** Normalises the encoding of the key. */
const plain = (key: string): string => Buffer.from(key, 'base64url').toString('base64url')

export async function deleteSubscription(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  endpoint: string,
): Promise<{ message?: string }> {
  return withTransaction(deps, async (tx) => {
    await tx
      .deleteFrom('push_subscription')
      .where('member_id', '=', viewer.id)
      .where('endpoint', '=', endpoint)
      .execute()
    return {}
  })
}
