import { domainToASCII, domainToUnicode } from 'node:url'

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
