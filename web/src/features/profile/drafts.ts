import { OWN_PREFIX } from '../../platform/session/session'
import { inTab } from '../../platform/storage'
import type { FormValues } from './form'

const KEY = `${OWN_PREFIX}edit`

/** Unsaved changes, with the stored values that they are based on. */
export interface Draft {
  values: Partial<FormValues>
  base: Partial<FormValues>
}

/** The member's unsaved changes in this tab, which survive a reload and a failed save. */
export function readDraft(memberId: number | undefined): Draft {
  const none = { values: {}, base: {} }
  try {
    const { id, ...draft } = JSON.parse(inTab.get(KEY) ?? '{}') as { id?: number } & Partial<Draft>
    return id === memberId ? { ...none, ...draft } : none
  } catch {
    return none
  }
}

export function keepDraft(memberId: number, values: Partial<FormValues>, stored: FormValues): void {
  const keys = Object.keys(values) as (keyof FormValues)[]
  const base = Object.fromEntries(keys.map((key) => [key, stored[key]]))
  if (keys.length === 0) inTab.remove(KEY)
  else inTab.set(KEY, JSON.stringify({ id: memberId, values, base }))
}
