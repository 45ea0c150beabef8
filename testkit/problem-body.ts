import type { ProblemValues } from '@rosella/contract/client-problems'
import { type ProblemBody, type ProblemCode, problemMessage } from '@rosella/contract/problems'

/** The body that the server sends with this problem. */
export const problemBody = (code: ProblemCode, values?: ProblemValues): ProblemBody => ({
  code,
  message: problemMessage(code, values),
  ...(values ? { values } : {}),
})
