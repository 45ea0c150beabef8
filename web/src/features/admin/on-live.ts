import type { StreamEvents } from '@rosella/contract/live/stream'
import type { QueryClient } from '@tanstack/react-query'
import { askAnew } from '../../platform/ask-anew'
import type { LiveNews } from '../../platform/live-state'
import { queryKeys } from '../../platform/query-keys'

/** What the event of the queues makes untrue, by the name of the call. */
const ofQueue = {
  photos: ['overview', 'photos'],
  reports: ['overview', 'reports', 'report'],
} as const

/** Asks anew for what a change of the queues makes untrue; for everything when events were missed. */
export function updateAdmin(client: QueryClient, news: LiveNews, before: StreamEvents['admin']): void {
  if (news.event === 'missed') void askAnew(client, queryKeys.admin)
  if (news.event !== 'admin') return
  const changed = (['photos', 'reports'] as const).filter((queue) => news.data[queue] !== before[queue])
  // A case that one took or an appeal changes no number, and is told all the same.
  const names = new Set(
    (changed.length > 0 ? changed : (['photos', 'reports'] as const)).flatMap((q) => ofQueue[q]),
  )
  for (const name of names) void askAnew(client, queryKeys.adminCall(name))
}
