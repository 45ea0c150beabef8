import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { getSession, OWN_PREFIX } from '../../../platform/session/session'
import { onDevice } from '../../../platform/storage'

/**
 * Decisions that are being written, on this device: one per staff member and case, until it is decided. A log-out
 * deletes them with everything else that has this prefix.
 */
export type DraftKind = 'decision' | 'appeal'

const keyOf = (kind: DraftKind, caseId: number, me = getSession()?.id): string =>
  `${OWN_PREFIX}case-${kind}:${me}:${caseId}`

/** The defaults with everything that was written earlier. Unknown fields of a newer release are left out. */
export function withDraft<F extends object>(kind: DraftKind, caseId: number, defaults: F): F {
  try {
    const stored: unknown = JSON.parse(onDevice.get(keyOf(kind, caseId)) ?? '{}')
    const known = Object.entries(stored as object).filter(([field]) => field in defaults)
    return { ...defaults, ...Object.fromEntries(known) }
  } catch {
    return defaults
  }
}

export const hasDraft = (caseId: number): boolean => onDevice.get(keyOf('decision', caseId)) !== null
export const removeDraft = (kind: DraftKind, caseId: number): void => onDevice.remove(keyOf(kind, caseId))

/** Stores every field of the form whenever one changes. */
export function useDraft<F extends FieldValues>(
  form: UseFormReturn<F>,
  kind: DraftKind,
  caseId: number,
  defaults: DefaultValues<F>,
): void {
  // Read once, because the session may end before this form closes.
  const [me] = useState(() => getSession()?.id)
  useEffect(() => {
    const { unsubscribe } = form.watch((values) => {
      if (getSession()?.id !== me) return
      const isWritten = Object.entries(values).some(([field, value]) => value !== defaults[field])
      if (isWritten) onDevice.set(keyOf(kind, caseId, me), JSON.stringify(values))
      else onDevice.remove(keyOf(kind, caseId, me))
    })
    return unsubscribe
  }, [form, kind, caseId, me, defaults])
}
