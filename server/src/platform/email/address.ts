import { domainToASCII, domainToUnicode } from 'node:url'
import validator from 'validator'
import { Problem } from '../problem'

/** The ASCII spelling of a domain that has two: 'anna@bücher.example' becomes 'anna@xn--bcher-kva.example'. */
export const plainAddress = (address: string): string => withDomain(address, domainToASCII)

/** Both spellings, because a member may have entered either. */
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
