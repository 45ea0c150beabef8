import type { FilterKey, Filters } from '@rosella/contract/browse/filters'
import { MOST_NEW, SEARCH_TITLE } from '@rosella/contract/browse/rules'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { CallFailed } from '../../../platform/api'
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
  /** The one that is open. */
  open: number | undefined
  /** No filter is named: the member's own preferences hold. */
  isOwnPreferences: boolean
}

/** The saved searches with what is new in each, behind the one that everybody has. */
export function SavedTabs({ searches, open, isOwnPreferences }: SavedTabsProps) {
  if (searches.length === 0) return null
  return (
    <Tabs
      label="Saved searches"
      tabs={[
        { to: addressOf({}), label: 'Preferences', current: isOwnPreferences },
        ...searches.map(({ id, name, filters, new: count }) => ({
          to: addressOf(searchInput(readFilters(filters), undefined, id)),
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

/** The address holds the search: reload, back, share and bookmark give the same. */
export function SearchScreen({ Town }: { Town: TownControl }) {
  useTitle(SEARCH_TITLE)
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const input = readAddress(params)
  const search = useSearch(input)
  const saved = useSavedSearches()
  const { data } = search
  // What could not be searched for still stands in the address.
  const written = JSON.stringify(data?.filters ?? (search.isError ? input : undefined))
  // One object for as long as the filters are the same, so that what is being chosen is not lost by a refetch.
  const held = useMemo(
    () => (written === undefined ? undefined : readFilters(JSON.parse(written))),
    [written],
  )
  useSeen(search.isPlaceholderData ? undefined : data?.saved?.id)

  const { saved: wanted, ...shared } = input
  // A saved search of somebody else, or one that is gone: what its address asks for can still be found.
  if (wanted && isUnknown(search.error) && Object.keys(shared).length > 0) {
    return <Navigate to={addressOf(shared)} replace />
  }

  const open = (filters: Filters) => void navigate(addressOf(searchInput(filters, input.sort)))
  const searches = saved.data?.items ?? []
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-6 px-4 py-6 max-sm:gap-3 max-sm:pt-2 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        {/* On a phone the marked tab is the heading to the eye. */}
        <h1 className="text-4xl max-sm:sr-only">{SEARCH_TITLE}</h1>
        <Tabs label={browse.label} tabs={browse.tabs.map(({ to, label }) => ({ to, label }))} />
      </div>
      <div className="grid flex-1 grid-cols-1 content-start items-start gap-x-8 lg:grid-cols-[19rem_minmax(0,1fr)]">
        <FilterPanel
          held={held}
          total={data?.total}
          sort={input.sort}
          onShow={(filters) => {
            if (!held || !isSameSearch(filters, held)) open(filters)
          }}
          Town={Town}
        />
        <Results
          tabs={
            <SavedTabs
              searches={searches}
              open={wanted}
              isOwnPreferences={!wanted && Object.keys(shared).every((key) => key === 'sort' || key === 'p')}
            />
          }
          search={search}
          input={input}
          held={held}
          saved={searches.find(({ id }) => id === wanted)}
          onRemove={(key: FilterKey) => held && open(without(held, key))}
          onClear={() => open({})}
        />
      </div>
    </div>
  )
}

const isUnknown = (error: Error | null): boolean => error instanceof CallFailed && error.status === 404

/** A saved search has been opened: its tab no longer counts. */
function useSeen(id: number | undefined): void {
  const { see } = useChangeSavedSearches()
  const tell = useEffectEvent(see)
  useEffect(() => {
    if (id !== undefined) tell(id)
  }, [id])
}
