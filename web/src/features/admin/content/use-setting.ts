import { sentences } from '@rosella/contract/sentences'
import type { SiteSettings } from '@rosella/contract/settings/rules'
import { useAdminAction } from '../use-admin'

export type NumberKey = Exclude<keyof SiteSettings, 'report_reasons' | 'premium_text'>

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

interface Setting<V> {
  name: keyof SiteSettings
  /** What is in force, what is typed, and what the site came with. */
  value: V
  draft: V
  standard: V
  /** How the call carries it, where that is more than the value. */
  input?: (value: V) => { value: unknown; keys?: (string | null)[] }
}

/** Saves what is typed, or puts back what the site came with. */
export function useSetting<V>({ name, value, draft, standard, input = (value) => ({ value }) }: Setting<V>) {
  const change = useAdminAction('POST /api/admin/settings', {
    done: sentences.saved,
    refusedHere: true,
  })
  return {
    isChanged: !same(draft, value),
    isStandard: same(value, standard),
    save: () => change.mutateAsync({ key: name, ...input(draft) }),
    reset: () => change.mutateAsync({ key: name, ...input(standard) }),
  }
}
