import type { Services } from '../../platform/services'

/** Secrets that only log-in needs. */
export interface Deps extends Services {
  /** Signs the cookie of trusted devices. */
  deviceSecret: Buffer
  /** Encrypts the secrets of authenticator apps. */
  twoStepKey: Buffer
}
