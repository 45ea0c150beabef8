import type { Services } from '../../platform/services'

export interface Deps extends Services {
  /** Signs the links by which members appeal. */
  appealSecret: Buffer
}
