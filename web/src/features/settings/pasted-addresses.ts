import { isEmail } from '@rosella/contract/access/rules'
import { type Checked, fine, wrong } from '@rosella/contract/client-problems'
import { PEOPLE_I_KNOW_MAX } from '@rosella/contract/settings/rules'

/**
 * Finds the distinct addresses in a text: separated by lines, commas, semicolons or spaces, alone or as address books
 * copy them ("Anna Smith" <anna@example.com>).
 */
export function pastedAddresses(text: string): string[] {
  // A quoted name may contain a comma.
  const parts = text.replace(/"[^"\n]*"/g, '').split(/[\n,;]/)
  const found = parts.flatMap((part) => {
    const [, inBrackets] = /<([^<>]*)>/.exec(part) ?? []
    return (inBrackets ?? part).trim().split(/\s+/)
  })
  const once = new Map(found.filter(Boolean).map((address) => [address.toLowerCase(), address]))
  return [...once.values()]
}

/** The server checks the same; this shows errors while the member types. */
export function checkAddresses(addresses: string[]): Checked<string[]> {
  if (addresses.length > PEOPLE_I_KNOW_MAX) return wrong('people-i-know.limit', { n: PEOPLE_I_KNOW_MAX })
  const odd = addresses.find((address) => !isEmail(address))
  return odd === undefined ? fine(addresses) : wrong('people-i-know.address', { address: odd })
}
