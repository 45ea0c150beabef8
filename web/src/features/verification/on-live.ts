import type { QueryClient } from '@tanstack/react-query'
import type { LiveUpdate } from '../../platform/live/live-state'
import { queryKeys } from '../../platform/query-keys'
import { refetchOutdated } from '../../platform/refetch-outdated'
import { showToast } from '../../platform/toast'

/** A decision changes the member's status and shows a toast on every screen. */
export function updateVerification(client: QueryClient, update: LiveUpdate): void {
  if (update.event !== 'verification' && update.event !== 'verify' && update.event !== 'missed') return
  void refetchOutdated(client, queryKeys.verification)
  if (update.event !== 'verification') return
  void refetchOutdated(client, queryKeys.profiles)
  if (update.data.verified) showToast('success', 'Your photos are verified.')
  else showToast('info', 'There’s an update on your photo verification.')
}
