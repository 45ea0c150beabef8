import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@rosella/contract/access/key-rules'

/** Nothing that looks like something else: five bits a character. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 16
const HINT = 4

/** People write codes with spaces, dashes and capitals. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase()
export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain)
/** By how it begins a code is found, so that one hash is computed and not ten. */
export const hintOf = (plain: string): string => plain.slice(0, HINT)

const newCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Ten, each with a beginning of its own, and each as it is shown. */
export function newRecoveryCodes(): { plain: string; shown: string }[] {
  const byHint = new Map<string, string>()
  while (byHint.size < RECOVERY_CODES) {
    const code = newCode()
    byHint.set(hintOf(code), code)
  }
  return [...byHint.values()].map((plain) => ({ plain, shown: plain.replace(/(.{4})(?=.)/g, '$1-') }))
}
