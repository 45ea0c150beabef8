import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { Failure } from '../../failure'

export interface Address {
  address: string
  family: number
}

/** Returns all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<Address[]>

export const resolveByDns: Resolve = (hostname) => lookup(hostname, { all: true })

/** Addresses that are not on the public internet: this machine, private networks and reserved ranges. */
const internal = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  internal.addSubnet(net, prefix, 'ipv4')
// Of IPv6 only 2000::/3 is assigned; within it, documentation ranges and IPv4 tunnels are excluded.
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  internal.addSubnet(net, prefix, 'ipv6')

/** @internal exported for its test */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !internal.check(address, 'ipv4')
    case 6:
      return global6.check(address, 'ipv6') && !internal.check(address, 'ipv6')
    default:
      return false
  }
}

/** Undefined if any of the addresses is internal, because such a name is an attempt to reach our network. */
export async function resolvePublic(resolve: Resolve, hostname: string): Promise<Address[] | undefined> {
  const addresses = await resolve(hostname)
  if (addresses.length === 0) throw new Failure('The push service has no address')
  return addresses.every(({ address }) => isPublicAddress(address)) ? addresses : undefined
}
