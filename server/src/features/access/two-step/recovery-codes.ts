import { randomInt } from 'node:crypto'
import type { newRecoveryCodes as call } from '@rosella/contract/access/endpoints'
import { RECOVERY_CODES } from '@rosella/contract/access/rules'
import type { ReplyOf } from '@rosella/contract/endpoint'
import { lockSession } from '../../../members/sessions'
import { type Tx, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { endRecoveryCodes, isTwoStepOn, notifyCredentialChange } from '../credentials'

/** No characters that look alike; five bits per character. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 16
const HINT = 4

/** People type codes with spaces, dashes and capitals. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase()
export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain)
/** A code is found by its prefix, so that one hash is computed instead of ten. */
export const hintOf = (plain: string): string => plain.slice(0, HINT)

const newCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Ten codes with unique prefixes, each also in the form shown to the member. */
export function newRecoveryCodes(): { plain: string; shown: string }[] {
  const byHint = new Map<string, string>()
  while (byHint.size < RECOVERY_CODES) {
    const code = newCode()
    byHint.set(hintOf(code), code)
  }
  return [...byHint.values()].map((plain) => ({ plain, shown: plain.replace(/(.{4})(?=.)/g, '$1-') }))
}

interface HashedCode {
  shown: string
  hint: string
  code_hash: string
}

/** Sequential, because ten concurrent hashes would delay everyone else's passwords. */
export async function hashNewCodes(passwords: Services['passwords']): Promise<HashedCode[]> {
  const codes: HashedCode[] = []
  for (const { plain, shown } of newRecoveryCodes())
    codes.push({ shown, hint: hintOf(plain), code_hash: await passwords.hash(plain) })
  return codes
}

export async function storeCodes(
  tx: Tx,
  member_id: number,
  codes: readonly HashedCode[],
  now: number,
): Promise<void> {
  await tx
    .insertInto('recovery_code')
    .values(codes.map(({ hint, code_hash }) => ({ member_id, hint, code_hash, created_ts: now })))
    .execute()
}

/** Replaces all codes, used or not, with ten new ones. */
export async function renewRecoveryCodes(
  deps: Services,
  viewer: Pick<Viewer, 'id' | 'session_id'>,
): Promise<ReplyOf<typeof call>> {
  const now = deps.clock.now()
  if (!(await isTwoStepOn(deps.db, viewer.id))) throw new Problem('two-step.off')
  const codes = await hashNewCodes(deps.passwords)
  await withTransaction(deps, async (tx, emit) => {
    await lockSession(tx, viewer)
    if (!(await isTwoStepOn(tx, viewer.id))) throw new Problem('two-step.off')
    await notifyCredentialChange(tx, emit, { memberId: viewer.id, what: 'recovery-codes', now })
    await endRecoveryCodes(tx, viewer.id, now)
    await storeCodes(tx, viewer.id, codes, now)
  })
  return { recovery_codes: codes.map(({ shown }) => shown) }
}
