import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'

/** For what a call does only sometimes; where it always does, the contract says so (`proof`). */
export function assertProved({ proved }: Pick<Viewer, 'proved'>): void {
  if (!proved) throw new Problem('prove.needed')
}
