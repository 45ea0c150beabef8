import { type Checked, type ProblemCode, problemMessage, problems } from '@rosella/contract/problems'

/** Thrown by code; every transport looks the status and the words up in the same table. */
export class Problem extends Error {
  readonly status: number

  constructor(
    readonly code: ProblemCode,
    values: Record<string, string | number> = {},
    /** Words that replace the table's, as a moderator's reason does. */
    words?: string,
    /** After how many seconds another try makes sense, where that is known. */
    readonly retryAfter?: number,
  ) {
    super(words ?? problemMessage(code, values))
    this.status = problems[code][0] || 400
  }
}

/** The value a rule agreed to; throws what it objects to. */
export function accept<V>(checked: Checked<V>): V {
  if (checked.ok) return checked.value
  throw new Problem(checked.code, checked.values)
}
