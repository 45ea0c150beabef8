import { sentences } from '@rosella/contract/sentences'
import type { SiteSettings } from '@rosella/contract/settings/rules'
import { useAdminAction } from '../use-admin'

export type NumberKey = Exclude<keyof SiteSettings, 'report_reasons' | 'premium_text'>

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

interface Setting<V> {
  name: keyof SiteSettings
  /** The saved value, the typed one and the default. */
  value: V
  draft: V
  standard: V
  /** Builds the call's input if it is more than the value. */
  input?: (value: V) => { value: unknown; keys?: (string | null)[] }
}

/** Saves the draft or restores the default. */
export function useSetting<V>({ name, value, draft, standard, input = (value) => ({ value }) }: Setting<V>) {
  const change = useAdminAction('POST /api/admin/settings', {
    done: sentences.saved,
    handlesErrors: true,
  })
  return {
    isChanged: !same(draft, value),
    isStandard: same(value, standard),
    save: () => change.mutateAsync({ key: name, ...input(draft) }),
    reset: () => change.mutateAsync({ key: name, ...input(standard) }),
  }
}
