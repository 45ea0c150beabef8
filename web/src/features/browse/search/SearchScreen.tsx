import type { FilterKey, Filters } from '@rosella/contract/browse/filters'
import { MOST_NEW, SEARCH_TITLE } from '@rosella/contract/browse/rules'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { CallFailed } from '../../../platform/api'
import { useSendOnLeave } from '../../../platform/gestures/pending'
import { useTitle } from '../../../platform/title'
import { Tabs } from '../../../ui/Tabs'
import { groupOf } from '../tabs'
import { FilterPanel } from './FilterPanel'
import type { TownControl } from './PlaceField'
import { Results } from './Results'
import { addressOf, isSameSearch, readAddress, readFilters, searchInput, without } from './search-address'
import { type SavedSearch, useChangeSavedSearches, useSavedSearches } from './use-saved-searches'
import { useSearch } from './use-search'

type SavedTabsProps = {
  searches: SavedSearch[]
  /** The id of the open search. */
  open: number | undefined
  /** The address has no filters, so the member's own preferences apply. */
  isOwnPreferences: boolean
}

/** The tab of the member's preferences, then the saved searches with their counts of new people. */
export function SavedTabs({ searches, open, isOwnPreferences }: SavedTabsProps) {
  if (searches.length === 0) return null
  return (
    <Tabs
      label="Saved searches"
      tabs={[
        { to: addressOf({}), label: 'Preferences', current: isOwnPreferences },
        ...searches.map(({ id, name, filters, new: count }) => ({
          to: addressOf(searchInput(readFilters(filters), undefined, { saved: id })),
          label: name,
          // A badge shows 99+ from 100.
          count: count === MOST_NEW ? MOST_NEW + 1 : count,
          countLabel: 'new',
          current: id === open,
        })),
      ]}
    />
  )
}

const browse = groupOf('recent')

/** The address contains the whole search, so that reload, back, share and bookmark give the same results. */
export function SearchScreen({ Town }: { Town: TownControl }) {
  useTitle(SEARCH_TITLE)
  useSendOnLeave()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const input = readAddress(params)
  const search = useSearch(input)
  const saved = useSavedSearches()
  const { data } = search
  // When the search fails, the filters come from the address.
  const written = JSON.stringify(data?.filters ?? (search.isError ? input : undefined))
  // The same object as long as the filters are equal, so that a refetch does not discard the filters being edited.
  const applied = useMemo(
    () => (written === undefined ? undefined : readFilters(JSON.parse(written))),
    [written],
  )
  useMarkSeen(search.isPlaceholderData ? undefined : data?.saved?.id)

  const { saved: wanted, edit, ...shared } = input
  // Somebody else's saved search, or a deleted one: the filters in the address still work.
  if (wanted && isUnknown(search.error) && Object.keys(shared).length > 0) {
    return <Navigate to={addressOf(shared)} replace />
  }

  const searches = saved.data?.items ?? []
  const isOwn = !wanted && Object.keys(shared).every((key) => key === 'sort' || key === 'p')
  // The same filters are the same search, however the member came to them.
  const current =
    searches.find(({ id }) => id === wanted) ??
    (applied && searches.find(({ filters }) => isSameSearch(readFilters(filters), applied))) ??
    searches.find(({ id }) => id === edit)
  const open = (filters: Filters) =>
    void navigate(addressOf(searchInput(filters, input.sort, { edit: current?.id })))
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-6 px-4 py-6 max-sm:gap-3 max-sm:pt-2 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        {/* On a phone the current tab serves as the visible heading. */}
        <h1 className="text-4xl max-sm:sr-only">{SEARCH_TITLE}</h1>
        <Tabs label={browse.label} tabs={browse.tabs.map(({ to, label }) => ({ to, label }))} fit />
      </div>
      <div className="grid flex-1 grid-cols-1 content-start items-start gap-x-8 lg:grid-cols-[19rem_minmax(0,1fr)]">
        <FilterPanel
          applied={applied}
          total={data?.total}
          sort={input.sort}
          onShow={(filters) => {
            if (!applied || !isSameSearch(filters, applied)) open(filters)
          }}
          Town={Town}
        />
        <Results
          tabs={
            <SavedTabs searches={searches} open={isOwn ? undefined : current?.id} isOwnPreferences={isOwn} />
          }
          search={search}
          input={input}
          applied={applied}
          saved={current}
          onRemove={(key: FilterKey) => applied && open(without(applied, key))}
          onClear={() => void navigate(addressOf(searchInput({}, input.sort)))}
        />
      </div>
    </div>
  )
}

const isUnknown = (error: Error | null): boolean => error instanceof CallFailed && error.status === 404

/** Clears the count on the tab of the saved search that was opened. */
function useMarkSeen(id: number | undefined): void {
  const { see } = useChangeSavedSearches()
  const markSeen = useEffectEvent(see)
  useEffect(() => {
    if (id !== undefined) markSeen(id)
  }, [id])
}
