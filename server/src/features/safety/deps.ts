import type { Services } from '../../platform/services'

export interface Deps extends Services {
  /** Signs the appeal links in emails. */
  appealSecret: Buffer
}
