import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../ports/clock'
import type { PhotoUrls } from '../ports/services'

const SIGNED_SECONDS = 900

/**
 * Public photos are found by name below the base address. Any other is only ever served by this site itself, with a
 * signature that lasts 15 minutes.
 */
export function openPhotoUrls(options: { base: string; key: Buffer; clock: Clock }): PhotoUrls {
  const sign = (path: string, exp: string) =>
    createHmac('sha256', options.key).update(`${path} ${exp}`).digest('base64url')
  const address = (size: string, photo: { name: string; isPublic: boolean }) => {
    const path = `/${size}/${photo.name}.jpg`
    if (photo.isPublic) return `${options.base}${path}`
    const exp = String(options.clock.now() + SIGNED_SECONDS)
    return `/media${path}?exp=${exp}&sig=${sign(path, exp)}`
  }
  return {
    of: (photo) => ({ tmb_url: address('tmb', photo), lg_url: address('lg', photo) }),
    isSigned(path, { exp, sig }) {
      if (!exp || !sig || !/^\d{1,12}$/.test(exp) || Number(exp) < options.clock.now()) return false
      const good = Buffer.from(sign(path, exp))
      const given = Buffer.from(sig)
      return good.length === given.length && timingSafeEqual(good, given)
    },
  }
}
