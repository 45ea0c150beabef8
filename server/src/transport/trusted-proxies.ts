import proxyAddr from '@fastify/proxy-addr'

/** How many proxies stand in front, or the addresses and ranges they have. */
export type TrustedProxies = number | readonly string[]

/** Whether a hop on the way here may name the one before it; hop 0 is who connected to us. */
export function trustOf(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyAddr.compile([...proxies])
}
