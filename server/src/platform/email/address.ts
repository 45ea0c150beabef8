import { domainToASCII, domainToUnicode } from 'node:url'
import validator from 'validator'
import { Problem } from '../problem'

/** One way to write an address whose domain has two: 'anna@bücher.example' is 'anna@xn--bcher-kva.example'. */
export const plainAddress = (address: string): string => withDomain(address, domainToASCII)

/** Both ways a member may have given it. */
export const addressSpellings = (address: string): string[] => [
  plainAddress(address),
  withDomain(address, domainToUnicode),
]

function withDomain(address: string, spell: (domain: string) => string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  return (address.slice(0, at) + (spell(domain) || domain)).toLowerCase()
}

/**
 * Refuses a new address that RFC 5321 does not allow, and so no mail server takes. A domain may be written in any
 * letters; what stands before the @ only in ASCII, because most servers take no other (RFC 6531).
 */
export function assertDeliverable(address: string): void {
  const ok = validator.isEmail(plainAddress(address), { allow_utf8_local_part: false })
  if (!ok) throw new Problem('email.invalid')
}

const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox behind an address: what follows a plus is the owner's to choose, and so are dots at Google's. */
export function mailboxOf(address: string): string {
  const plain = plainAddress(address)
  const at = plain.lastIndexOf('@')
  const [local, domain] = [plain.slice(0, at).replace(/\+.*$/, ''), plain.slice(at + 1)]
  return DOTLESS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
