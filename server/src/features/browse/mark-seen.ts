import type { ListFilter } from '@rosella/contract/browse/rules'
import { sql } from 'kysely'
import { prepared } from '../../database/prepared'
import type { SeenMark } from '../../database/relation'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus'>

const mark = (mark: SeenMark, time: string) =>
  prepared(
    (viewerId: number) => sql<{ member_id: number }>`
      update account set ${sql.ref(mark)} = newest.ts
      from (select max(${sql.ref(time)}) as ts from relation where me = ${viewerId}) newest
      where member_id = ${viewerId} and ${sql.ref(mark)} < newest.ts
      returning member_id`,
  )
const marks: Partial<Record<ListFilter, ReturnType<typeof mark>>> = {
  'viewed-me': mark('seen_views_ts', 'viewed_me_ts'),
  'likes-received': mark('seen_likes_ts', 'received_like_ts'),
  'roses-received': mark('seen_roses_ts', 'received_rose_ts'),
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
  // One statement is a transaction of its own; whoever saw nothing new has nothing to tell.
  const marked = await seen(deps.db, viewer.id)
  if (marked.length > 0)
    await deps.bus.publish([{ kind: 'lists.seen', member_id: viewer.id }]).catch(() => {})
}
