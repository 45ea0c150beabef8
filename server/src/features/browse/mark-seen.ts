import type { ListFilter } from '@rosella/contract/browse/rules'
import { sql } from 'kysely'
import type { SeenMark } from '../../database/relation'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'

type Deps = Pick<Foundations, 'db' | 'bus'>

const marks: Partial<Record<ListFilter, { mark: SeenMark; time: string }>> = {
  'viewed-me': { mark: 'seen_views_ts', time: 'viewed_me_ts' },
  'likes-received': { mark: 'seen_likes_ts', time: 'received_like_ts' },
  'roses-received': { mark: 'seen_roses_ts', time: 'received_rose_ts' },
}

/**
 * A list opened by its owner counts as seen up to the newest that it holds, which is the first entry of its
 * index; never by the clock, or what is being written at this moment would be lost.
 */
export async function markSeen(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  filter: ListFilter,
): Promise<void> {
  const seen = marks[filter]
  if (!seen || viewer.impersonator !== null) return
  const mark = sql.ref(seen.mark)
  // One statement is a transaction of its own; whoever saw nothing new has nothing to tell.
  const { numAffectedRows } = await sql`
    update account set ${mark} = newest.ts
    from (select max(${sql.ref(seen.time)}) as ts from relation where me = ${viewer.id}) newest
    where member_id = ${viewer.id} and ${mark} < newest.ts`.execute(deps.db)
  if (numAffectedRows) await deps.bus.publish([{ kind: 'lists.seen', member_id: viewer.id }]).catch(() => {})
}
