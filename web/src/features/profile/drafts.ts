import { OWN_PREFIX } from '../../platform/session/session'
import { inTab } from '../../platform/storage'
import type { FormValues } from './form'

const KEY = `${OWN_PREFIX}edit`
type Draft = Partial<FormValues>

/** The member's unsaved changes in this tab, which survive a reload and a failed save. */
export function readDraft(memberId: number | undefined): Draft {
  try {
    const { id, draft } = JSON.parse(inTab.get(KEY) ?? '{}') as { id?: number; draft?: Draft }
    return (id === memberId && draft) || {}
  } catch {
    return {}
  }
}

export function keepDraft(memberId: number, draft: Draft): void {
  if (Object.keys(draft).length === 0) inTab.remove(KEY)
  else inTab.set(KEY, JSON.stringify({ id: memberId, draft }))
}
