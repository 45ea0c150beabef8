import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { normalText } from '@rosella/contract/profile/rules'
import type { saveReplyTemplate as call, replyTemplates } from '@rosella/contract/safety/case-endpoints'
import { REPLY_TEMPLATE, reportInfo } from '@rosella/contract/safety/rules'
import { sql } from 'kysely'
import { recordAudit } from '../../../members/audit'
import { withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { caseReasons } from './list-cases'

/** At most 200 rows, so no index and no pages. */
export async function listReplyTemplates(deps: Services): Promise<ReplyOf<typeof replyTemplates>> {
  const items = await deps.db
    .selectFrom('reply_template')
    .orderBy('active', 'desc')
    .orderBy('title')
    .selectAll()
    .execute()
  return { items, reasons: caseReasons((await deps.settings.current()).reasons) }
}

/** Templates are never deleted, as other texts; an inactive one is no longer offered. */
export async function saveReplyTemplate(
  deps: Services,
  admin: Viewer,
  input: InputOf<typeof call>,
): Promise<{ message?: string }> {
  const { id, version, goes_to, reason_key, outcome, active } = input
  const known = caseReasons((await deps.settings.current()).reasons)
  if (reason_key !== null && !known.some(({ key }) => key === reason_key))
    throw new Problem('search.filter', { field: 'reason_key' })
  const title = normalText(input.title).trim()
  const body = reportInfo(input.body)
  if (title === '' || body === '') throw new Problem('invalid')
  const fields = { title, body, goes_to, reason_key, outcome, active }
  return withTransaction(deps, async (tx) => {
    // The lock keeps concurrent additions within the limit; reading does not wait for it.
    await sql`lock table reply_template in share row exclusive mode`.execute(tx)
    const stored = await tx.selectFrom('reply_template').selectAll().execute()
    const before = stored.find((one) => one.id === id)
    if (id !== undefined && !before) throw new Problem('content.unknown')
    if (before && before.version !== version) throw new Problem('content.changed')
    if (stored.some((one) => one.title === title && one.id !== id)) throw new Problem('content.twice')
    if (!before && stored.length >= REPLY_TEMPLATE.most)
      throw new Problem('content.full', { n: REPLY_TEMPLATE.most })
    if (before) {
      const changed = { ...fields, version: before.version + 1 }
      await tx.updateTable('reply_template').set(changed).where('id', '=', before.id).execute()
    } else await tx.insertInto('reply_template').values(fields).execute()
    const { id: _id, version: _version, ...was } = before ?? { id: 0, version: 0 }
    await recordAudit(tx, admin, deps.clock.now(), {
      action: `reply-template.${before ? 'change' : 'add'}`,
      before: before ? was : undefined,
      after: fields,
    })
    return {}
  })
}
