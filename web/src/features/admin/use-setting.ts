import { sentences } from '@rosella/contract/sentences'
import type { SiteSettings } from '@rosella/contract/settings/rules'
import { useAdminAction } from './use-admin'

export type NumberKey = Exclude<keyof SiteSettings, 'report_reasons' | 'premium_text'>

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

interface Setting<V> {
  name: keyof SiteSettings
  /** What is in force, what is typed, and what the site came with. */
  value: V
  draft: V
  standard: V
}

/** Saves what is typed, or puts back what the site came with. */
export function useSetting<V>({ name, value, draft, standard }: Setting<V>) {
  const change = useAdminAction('POST /api/admin/settings', {
    done: sentences.saved,
    refusedHere: true,
  })
  return {
    isChanged: !same(draft, value),
    isStandard: same(value, standard),
    save: () => change.mutateAsync({ key: name, value: draft }),
    reset: () => change.mutateAsync({ key: name, value: standard }),
  }
}
