import { hidingStatuses } from '@rosella/contract/member/status'
import { type RawBuilder, sql } from 'kysely'
import { hasStatus } from './has-status'

/**
 * Whether anyone may fetch a photo by its name: it is approved, and its owner is neither away nor shut out. Over a row of
 * photo and one of member; wherever the files belong is decided by this alone.
 */
export const photoIsPublic = (photo = 'p', member = 'm'): RawBuilder<boolean> => sql<boolean>`
  (${sql.ref(`${photo}.approved`)} is true and not ${hasStatus(`${member}.status`, ...hidingStatuses)})`
