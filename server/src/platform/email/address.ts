import { domainToASCII, domainToUnicode } from 'node:url'
import validator from 'validator'
import { Problem } from '../problem'

/**
 * The address with its domain in ASCII, so that each mailbox has one spelling: 'Anna@bücher.example' becomes
 * 'Anna@xn--bcher-kva.example'. The part before the @ stays as it is.
 */
export const normaliseAddress = (address: string): string => withDomain(address, toAscii)

/** For comparing addresses in memory: also in lower case. */
export const plainAddress = (address: string): string => normaliseAddress(address).toLowerCase()

/** Both spellings, because the previous version stored addresses as they were entered. */
export const addressSpellings = (address: string): string[] => [
  normaliseAddress(address),
  withDomain(address, domainToUnicode),
]

/** domainToASCII would drop a path and read numbers as an IP address, so it only gets international names. */
const toAscii = (domain: string): string =>
  /[^ -~]/.test(domain) && !/[/?#\\:%[\]]/.test(domain) ? domainToASCII(domain) : domain.toLowerCase()

function withDomain(address: string, spell: (domain: string) => string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  return address.slice(0, at) + (spell(domain) || domain)
}

/**
 * Refuses addresses that RFC 5321 does not allow and mail servers therefore reject. The domain may be
 * international; the part before the @ must be ASCII, because most servers accept nothing else (RFC 6531).
 */
export function assertDeliverable(address: string): void {
  const ok = validator.isEmail(plainAddress(address), { allow_utf8_local_part: false })
  if (!ok) throw new Problem('email.invalid')
}

const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox behind an address: the owner may add anything after a plus and, at Gmail, dots. */
export function mailboxOf(address: string): string {
  const plain = plainAddress(address)
  const at = plain.lastIndexOf('@')
  const [local, domain] = [plain.slice(0, at).replace(/\+.*$/, ''), plain.slice(at + 1)]
  return DOTLESS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
