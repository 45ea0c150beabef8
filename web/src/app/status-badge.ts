import type { SessionRecord } from '@rosella/contract/access/shapes'
import { memberStatus } from '@rosella/contract/member/status'
import { sentences } from '@rosella/contract/sentences'

export type StatusBadge =
  | { kind: 'Restricted'; to: string; tooltip: string }
  | { kind: 'Stealth Mode'; to: string }
  | { kind: 'Premium' }

const DAY = 86_400

/** Restricted first, then Stealth Mode, then Premium. */
export function statusBadge(session: SessionRecord, now: number): StatusBadge | null {
  const { status, uploaded_min_photos, profile_completed_ts } = session
  if (
    status === memberStatus.active &&
    !uploaded_min_photos &&
    profile_completed_ts !== null &&
    now - profile_completed_ts > DAY
  ) {
    return { kind: 'Restricted', to: '/photos', tooltip: sentences.reducedVisibility }
  }
  if (session.stealth_mode) return { kind: 'Stealth Mode', to: '/settings#stealth-mode' }
  return session.premium ? { kind: 'Premium' } : null
}
