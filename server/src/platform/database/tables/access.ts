import type { Generated, GeneratedAlways } from 'kysely'

export interface PasskeyTable {
  id: GeneratedAlways<number>
  member_id: number
  credential_id: string
  public_key: Uint8Array
  counter: number
  transports: Generated<string[]>
  name: string
  created_ts: number
  last_used_ts: number | null
  ended_ts: number | null
}

export interface TwoStepTable {
  id: GeneratedAlways<number>
  member_id: number
  session_id: number | null
  /** Encrypted. */
  secret: Uint8Array
  created_ts: number
  confirmed_ts: number | null
  last_step: Generated<number>
  wrong: Generated<number>
  wrong_since_ts: Generated<number>
  ended_ts: number | null
}

export interface RecoveryCodeTable {
  id: GeneratedAlways<number>
  member_id: number
  hint: string
  code_hash: string
  created_ts: number
  used_ts: number | null
  ended_ts: number | null
}

export interface LoginChallengeTable {
  secret_hash: Uint8Array
  purpose: 'two-step' | 'passkey-login' | 'passkey-register' | 'reauthenticate'
  member_id: number | null
  session_id: number | null
  opened_by: 'password' | 'link' | 'code' | null
  wrong: Generated<number>
  expires_ts: number
}

/** Changes that are emailed to the member, with a link to revert them. */
export type CredentialChange =
  | 'session'
  | 'password'
  | 'address'
  | 'passkey-added'
  | 'passkey-removed'
  | 'two-step-on'
  | 'two-step-off'
  | 'recovery-codes'

export interface CredentialChangeTable {
  id: GeneratedAlways<number>
  member_id: number
  what: CredentialChange
  email: string
  session_id: number | null
  email_confirmed: boolean
  password_hash: string | null
  passkeys: Generated<number[]>
  two_step_id: number | null
  recovery_codes: Generated<number[]>
  key_hash: Uint8Array | null
  created_ts: number
  expires_ts: number | null
}
