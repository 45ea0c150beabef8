import { isIP } from 'node:net'
import { ENDPOINT_MAX } from '@rosella/contract/notifications/rules'

/** The address where it is one of a known service, by https on its own port, and by name. */
export function readEndpoint(endpoint: string, hosts: readonly string[]): URL | undefined {
  if (endpoint.length > ENDPOINT_MAX || !URL.canParse(endpoint)) return undefined
  const url = new URL(endpoint)
  const { protocol, port, username, password, hash, hostname } = url
  if (protocol !== 'https:' || port !== '' || username + password + hash !== '') return undefined
  // As URL writes it, an address in any spelling looks like one.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return hosts.some((host) => isHost(hostname, host)) ? url : undefined
}

const isHost = (hostname: string, host: string): boolean =>
  host.startsWith('*.')
    ? hostname.endsWith(host.slice(1)) && hostname.length > host.length - 1
    : hostname === host
