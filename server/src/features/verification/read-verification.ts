import type { Verification } from '@rosella/contract/verification/endpoints'
import { ASK_AGAIN, BADGE_SECONDS, refusalText } from '@rosella/contract/verification/rules'
import { sql } from 'kysely'
import { assertContactRule, lockReachablePair } from '../../members/contact-rules'
import { writePair } from '../../members/relation'
import { visibleInRelation } from '../../members/visible-members'
import { withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'

const ASKED_SHOWN = 5
/** Seconds after which a request is no longer shown. */
const ASKED_LASTS = 30 * 86_400

/** The member's own badge, the state of their latest selfies, and the people who asked for verified photos. */
export async function readVerification(deps: Services, viewer: Pick<Viewer, 'id'>): Promise<Verification> {
  const { verified_ts, approved_photos } = await deps.db
    .selectFrom('member')
    .where('id', '=', viewer.id)
    .select(['verified_ts', 'approved_photos'])
    .executeTakeFirstOrThrow()
  const latest = await deps.db
    .selectFrom('verification')
    .where('member_id', '=', viewer.id)
    .orderBy('id', 'desc')
    .select(['state', 'created_ts', 'reason', 'removed_reason'])
    .limit(1)
    .executeTakeFirst()
  const state = latest?.state !== 'approved' ? latest?.state : latest.removed_reason ? 'removed' : undefined
  return {
    verified: verified_ts !== null,
    verified_ts,
    ends_ts: verified_ts === null ? null : verified_ts + BADGE_SECONDS,
    state: state ?? 'none',
    sent_ts: state ? (latest?.created_ts ?? null) : null,
    reason: latest?.reason ? refusalText(latest.reason) : (latest?.removed_reason ?? null),
    approved_photos,
    asked: verified_ts === null ? await findAskers(deps, viewer.id) : [],
  }
}

/** Uses index relation_verify_asked. */
async function findAskers({ db, clock }: Services, memberId: number): Promise<Verification['asked']> {
  const rows = await db
    .selectFrom('relation as r')
    .innerJoin('member as m', 'm.id', 'r.other')
    .where('r.me', '=', memberId)
    .where('r.verify_asked_me_ts', '>', clock.now() - ASKED_LASTS)
    .where(visibleInRelation(sql.ref('r.me')))
    .orderBy('r.verify_asked_me_ts', 'desc')
    .select(['m.username', 'm.url_hash', 'r.verify_asked_me_ts as ts'])
    .limit(ASKED_SHOWN)
    .execute()
  return rows.map(({ username, url_hash, ts }) => ({ username: username ?? '', url_hash, ts: ts ?? 0 }))
}

/** Asks someone in a conversation, once a week; a condition on one locked row makes this safe under concurrency. */
export async function askToVerify(
  deps: Services,
  viewer: Pick<Viewer, 'id'>,
  recipientId: number,
): Promise<{ message?: string }> {
  if (recipientId === viewer.id) throw new Problem('gesture.self')
  return withTransaction(deps, async (tx, emit) => {
    const now = deps.clock.now()
    const { mine } = await lockReachablePair(tx, viewer.id, recipientId)
    await assertContactRule(tx, viewer.id, recipientId, now)
    const other = await tx
      .selectFrom('member')
      .where('id', '=', recipientId)
      .select('verified_ts')
      .executeTakeFirst()
    if (mine.messages === 0) throw new Problem('ask-to-verify.stranger')
    if (!other || other.verified_ts !== null) throw new Problem('ask-to-verify.verified')
    if (mine.verify_asked_ts !== null && mine.verify_asked_ts + ASK_AGAIN > now)
      throw new Problem('ask-to-verify.wait')
    await writePair(tx, mine, { verify_asked_ts: now }, { verify_asked_me_ts: now, verify_notified: false })
    emit({ kind: 'verify.asked', from: viewer.id, to: recipientId })
    return {}
  })
}
