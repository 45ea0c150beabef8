import { memberStatus } from '@rosella/contract/member/status'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

type Status = keyof typeof memberStatus

/**
 * Whether a column holds one of these statuses. Their numbers are written into the statement: a plan that is kept
 * uses a partial index `where status = …` only if the number is no parameter.
 */
export function hasStatus(column: string, ...statuses: [Status, ...Status[]]): RawBuilder<SqlBool> {
  const [first, ...more] = statuses.map((status) => sql.lit(memberStatus[status]))
  return more.length === 0
    ? sql<SqlBool>`${sql.ref(column)} = ${first}`
    : sql<SqlBool>`${sql.ref(column)} in (${sql.join([first, ...more])})`
}
