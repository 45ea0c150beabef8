import type { Checked, ProblemValues } from '@rosella/contract/client-problems'
import { type ProblemBody, type ProblemCode, problemMessage, problems } from '@rosella/contract/problems'

/** An expected error. Every transport reads its status and message from the same table. */
export class Problem extends Error {
  readonly status: number

  constructor(
    readonly code: ProblemCode,
    readonly values: ProblemValues = {},
    /** Replaces the table's message, for example with a moderator's reason. */
    message?: string,
    /** The seconds after which a retry makes sense, where they are known. */
    readonly retryAfter?: number,
  ) {
    super(message ?? problemMessage(code, values))
    this.status = problems[code][0] || 400
  }

  get body(): ProblemBody {
    const { code, message, values } = this
    return Object.keys(values).length === 0 ? { code, message } : { code, message, values }
  }
}

/** Returns the value that a rule accepted, or throws the problem that it found. */
export function accept<V>(checked: Checked<V>): V {
  if (checked.ok) return checked.value
  throw new Problem(checked.code, checked.values)
}
