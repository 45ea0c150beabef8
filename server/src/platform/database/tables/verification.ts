import type { Generated, GeneratedAlways } from 'kysely'

/** The poses that a member was asked to photograph. */
export interface VerificationChallengeTable {
  member_id: number
  secret_hash: Uint8Array
  poses: string[]
  until_ts: number
}

export interface VerificationTable {
  id: GeneratedAlways<number>
  member_id: number
  state: Generated<'waiting' | 'approved' | 'refused' | 'expired'>
  poses: string[]
  photos: string[]
  created_ts: number
  first_by: number | null
  first_reason: string | null
  first_ts: number | null
  decided_ts: number | null
  decided_by: number | null
  reason: string | null
  removed_ts: number | null
  removed_reason: string | null
  claimed_by: number | null
  claimed_until_ts: number | null
}

export interface VerificationFrameTable {
  name: string
  verification_id: number
  place: number
  sha256: Uint8Array
  pdq: Uint8Array | null
}
