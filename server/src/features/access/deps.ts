import type { Services } from '../../platform/services'

/** Secrets of the site that only logging in needs. */
export interface Deps extends Services {
  /** Signs the cookie of trusted devices. */
  deviceSecret: Buffer
  /** Encrypts the secrets of authenticator apps. */
  twoStepKey: Buffer
}
