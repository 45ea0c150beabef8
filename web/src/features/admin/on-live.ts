import type { StreamEvents } from '@rosella/contract/live/stream'
import type { QueryClient } from '@tanstack/react-query'
import type { LiveUpdate } from '../../platform/live-state'
import { queryKeys } from '../../platform/query-keys'
import { refetchOutdated } from '../../platform/refetch-outdated'

/** What the event of the queues makes untrue, by the name of the call. */
const ofQueue = {
  photos: ['overview', 'photos'],
  reports: ['overview', 'reports', 'report'],
  verifications: ['overview', 'verifications'],
} as const

/** Asks anew for what a change of the queues makes untrue; for everything when events were missed. */
export function updateAdmin(client: QueryClient, update: LiveUpdate, before: StreamEvents['admin']): void {
  if (update.event === 'missed') void refetchOutdated(client, queryKeys.admin)
  if (update.event !== 'admin') return
  const queues = Object.keys(ofQueue) as (keyof typeof ofQueue)[]
  const changed = queues.filter((queue) => update.data[queue] !== before[queue])
  // A case that one took or an appeal changes no number, and is told all the same.
  const names = new Set((changed.length > 0 ? changed : queues).flatMap((queue) => ofQueue[queue]))
  for (const name of names) void refetchOutdated(client, queryKeys.adminCall(name))
}
