import { useNavigate, useSearchParams } from 'react-router'
import type { Input } from '../../../platform/api'
import { showToast } from '../../../platform/toast'
import { useAdminAction } from '../use-admin'
import { listedStates } from './case-labels'

export type CaseFilters = Omit<Input<'GET /api/admin/reports'>, 'p'>

/** The filters that a moderator can choose in the bar; `state` and `assigned` are tabs. */
export const barFilters = ['reason', 'urgency', 'age', 'outcome', 'raised_by', 'sort'] as const
const nextFilters = ['assigned', 'reason', 'urgency', 'age', 'raised_by', 'q', 'sort'] as const

const pick = (search: URLSearchParams, keys: readonly string[]): object =>
  Object.fromEntries(keys.flatMap((key) => (search.get(key) ? [[key, search.get(key)]] : [])))

/** The filters in the URL, unchecked: the server refuses an invalid one and names it. */
export const filtersIn = (search: URLSearchParams): CaseFilters => ({
  ...pick(search, [...nextFilters, 'outcome']),
  state: listedStates.find((one) => one === search.get('state')) ?? 'open',
})

/** '?urgency=urgent', or '' without filters. */
export function queryWith(
  search: URLSearchParams,
  changes: Readonly<Record<string, string | undefined>> = {},
): string {
  const query = new URLSearchParams(search)
  // Another filter has other pages.
  if (Object.keys(changes).length > 0) query.delete('p')
  for (const [key, value] of Object.entries(changes)) {
    if (value) query.set(key, value)
    else query.delete(key)
  }
  return query.size === 0 ? '' : `?${query}`
}

/** Takes the next case that matches the filters in the URL and opens it. */
export function useNextCase(): { open: () => Promise<void>; isPending: boolean } {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const next = useAdminAction('POST /api/admin/report-next')
  // The URL may have come from the list of closed cases, but only an open case can be the next.
  const query = queryWith(search, { state: undefined, outcome: undefined })
  async function open() {
    const found = await next.mutateAsync(pick(search, nextFilters)).catch(() => undefined)
    // The toast of the action shows an error.
    if (!found) return
    if (found.report_id !== null) return void navigate(`/admin/reports/${found.report_id}${query}`)
    showToast('info', 'No other case is waiting for you here.')
    void navigate(`/admin/reports${query}`)
  }
  return { open, isPending: next.isPending }
}
