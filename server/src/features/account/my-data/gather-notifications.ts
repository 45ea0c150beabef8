import type { Reader } from '../../../database/transaction'
import { readable } from './readable'

/**
 * Which browsers are told by push, and what mails told of. The whole address of a browser would let whoever has the file
 * send to it, and who it was stands with the likes, roses and messages.
 */
export async function gatherNotifications(db: Reader, memberId: number) {
  const [browsers, waiting, mailed] = await Promise.all([
    db
      .selectFrom('push_subscription')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .select(['endpoint', 'created_ts'])
      .execute(),
    db.selectFrom('notice').where('member_id', '=', memberId).orderBy('id').select(['kind', 'ts']).execute(),
    db
      .selectFrom('mailed_conversation')
      .where('member_id', '=', memberId)
      .orderBy('mailed_ts')
      .select('mailed_ts')
      .execute(),
  ])
  return {
    browsers: browsers.map(({ endpoint, created_ts }) =>
      readable({ service: new URL(endpoint).host, created_ts }),
    ),
    'waiting-for-a-mail': waiting.map(({ kind, ts }) => readable({ kind, came_ts: ts })),
    'conversations-mailed-about': mailed.map(readable),
  }
}
