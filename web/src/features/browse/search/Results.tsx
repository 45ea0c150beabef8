import type { FilterKey, Filters } from '@rosella/contract/browse/filters'
import { PAGE_SIZE, SEARCH_TITLE, type SearchSort, searchSorts } from '@rosella/contract/browse/rules'
import { tagLabel } from '@rosella/contract/profile/lists'
import { sentences } from '@rosella/contract/sentences'
import Bird from 'lucide-react/icons/bird'
import X from 'lucide-react/icons/x'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useNavigate } from 'react-router'
import { countPeople } from '../../../format/labels'
import type { Reply } from '../../../platform/api'
import { useDecisions } from '../../../platform/gestures/pending'
import { Alert } from '../../../ui/Alert'
import { Button } from '../../../ui/Button'
import { EmptyState } from '../../../ui/EmptyState'
import { Select } from '../../../ui/forms/Select'
import { MemberCardSkeleton } from '../../../ui/member/MemberCard'
import { Pager } from '../../../ui/Pager'
import { Skeleton } from '../../../ui/Skeleton'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { ListCard } from '../ListCard'
import { ShowNewest } from '../ShowNewest'
import { chipKeys, filterLabel, sortLabel } from './filter-labels'
import { SaveSearch } from './SaveSearch'
import { addressOf, type SearchInput } from './search-address'
import type { SavedSearch } from './use-saved-searches'
import type { useSearch } from './use-search'

type FilterChipsProps = {
  filters: Filters
  /** Takes the focus when no chip remains. */
  heading: RefObject<HTMLElement | null>
  onRemove: (key: FilterKey) => void
  onClear: () => void
}

export function FilterChips({ filters, heading, onRemove, onClear }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const keys = chipKeys(filters)
  if (keys.length === 0) return null

  function remove(key: FilterKey, place: number) {
    // The focused chip is removed, so focus the next one, the previous one or the heading.
    const chips = list.current?.querySelectorAll<HTMLElement>('[data-chip]')
    ;(chips?.[place + 1] ?? chips?.[place - 1] ?? heading.current)?.focus({ preventScroll: true })
    onRemove(key)
  }

  return (
    <ul ref={list} aria-label="Applied filters" className="flex flex-wrap gap-2">
      {keys.map((key, place) => {
        const label = filterLabel(key, filters) ?? key
        return (
          <li key={key} className="max-w-full">
            <button
              type="button"
              data-chip
              data-keep-focus
              aria-label={`Remove ${label}`}
              onClick={() => remove(key, place)}
              className="petal-sm inline-flex min-h-11 max-w-full items-center gap-2 bg-surface px-3.5 py-1.5 text-start font-semibold text-sm inset-ring inset-ring-line-strong transition hover:bg-sunken"
            >
              <span className="wrap-anywhere">{label}</span>
              <X aria-hidden="true" className="-me-1 size-4 shrink-0" />
            </button>
          </li>
        )
      })}
      {keys.length > 1 && (
        <li>
          <button
            type="button"
            onClick={() => {
              heading.current?.focus({ preventScroll: true })
              onClear()
            }}
            className="petal-sm inline-flex min-h-11 items-center px-3 font-semibold text-muted text-sm underline underline-offset-4 hover:text-ink"
          >
            Clear all
          </button>
        </li>
      )}
    </ul>
  )
}

type NoResultsProps = {
  filters: Filters
  relax: Reply<'GET /api/search'>['relax']
  onRemove: (key: FilterKey) => void
  /** The button that saves the search. */
  save: ReactNode
}

/** No results: offers to remove a filter, with the one that excludes the most people first. */
export function NoResults({ filters, relax, onRemove, save }: NoResultsProps) {
  const suggestions = relax
    .map(({ key, more }) => ({ key, more, label: filterLabel(key, filters) }))
    .filter(({ more, label }) => more > 0 && label !== undefined)
    .sort((one, other) => other.more - one.more)
  return (
    <EmptyState
      title={sentences.noSearchResults}
      icon={Bird}
      action={
        <div className="grid justify-items-center gap-6">
          {suggestions.length > 0 && (
            <ul aria-label="Without one filter" className="grid gap-2">
              {suggestions.map(({ key, more, label }) => (
                <li key={key} className="grid">
                  <Button tone="quiet" onClick={() => onRemove(key as FilterKey)}>
                    {`Without ${label}: ${countPeople(more)}`}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {save}
        </div>
      }
    >
      {suggestions.length > 0
        ? 'Removing one filter would find more people.'
        : 'New people join every day. Save this search, and we’ll keep looking for you.'}
    </EmptyState>
  )
}

const grid = 'grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-3 sm:gap-x-6'

type ResultsProps = {
  tabs: ReactNode
  search: ReturnType<typeof useSearch>
  input: SearchInput
  applied: Filters | undefined
  saved: SavedSearch | undefined
  onRemove: (key: FilterKey) => void
  onClear: () => void
}

/** A failed search shows its error, never an empty result. */
export function Results({ tabs, search, input, applied, saved, onRemove, onClear }: ResultsProps) {
  const { data, error } = search
  const heading = useRef<HTMLHeadingElement>(null)
  const saving = applied && { filters: applied, sort: input.sort, search: saved }
  const chips = applied && (
    <FilterChips filters={applied} heading={heading} onRemove={onRemove} onClear={onClear} />
  )
  return (
    <section aria-label="People" className="flex min-w-0 flex-1 flex-col gap-5 max-lg:pb-20">
      {tabs}
      {error && !data && (
        <Alert
          action={
            <Button tone="quiet" onClick={() => void search.refetch()} pending={search.isFetching}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Alert>
      )}
      {error && !data && chips}
      {search.isPending && <Skeletons />}
      {data && applied && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3">
            <h2
              ref={heading}
              tabIndex={-1}
              data-keep-focus
              aria-live="polite"
              className="text-2xl tabular-nums"
            >
              {countPeople(data.total)}
            </h2>
            <div className="flex flex-wrap items-center gap-2 sm:gap-3">
              {data.total > 0 && saving && <SaveSearch {...saving} isCompact />}
              <Sort input={input} filters={applied} />
            </div>
          </div>
          {chips}
          {search.isMoved && <ShowNewest heading={heading} onShow={search.showNewest} className="-mb-5" />}
          {data.total === 0 ? (
            <NoResults
              filters={applied}
              relax={data.relax}
              onRemove={onRemove}
              save={saving && <SaveSearch {...saving} />}
            />
          ) : (
            <People list={data} isOld={search.isPlaceholderData} input={input} />
          )}
        </>
      )}
    </section>
  )
}

function Sort({ input, filters }: { input: SearchInput; filters: Filters }) {
  const navigate = useNavigate()
  return (
    <Select
      label="Sort by"
      labelHidden
      options={searchSorts.map((value) => ({ value, label: sortLabel(value, filters) }))}
      value={input.sort ?? 'active'}
      onChange={({ target }) => {
        const { p: _first, ...search } = input
        const sort = target.value as SearchSort
        void navigate(addressOf({ ...search, sort: sort === 'active' ? undefined : sort }), {
          preventScrollReset: true,
        })
      }}
      className={filters.place ? 'w-56' : 'w-40'}
    />
  )
}

type PeopleProps = { list: Reply<'GET /api/search'>; isOld: boolean; input: SearchInput }

function People({ list: { users: found, ago, pages }, isOld, input }: PeopleProps) {
  const { p = 1, ...search } = input
  const decisions = useDecisions()
  // The member may have passed on somebody's profile since the search.
  const users = found.filter(({ id }) => decisions.get(id)?.action !== 'not-interested')
  const hashes = users.map(({ url_hash }) => url_hash)
  return (
    <>
      {isOld ? (
        <CardSkeletons />
      ) : (
        <ul className={grid} aria-busy={false}>
          {users.map((member, place) => (
            <li key={member.id}>
              <ListCard
                member={member}
                ago={ago}
                eager={place < 3}
                list={{ path: addressOf(input), title: SEARCH_TITLE, hashes }}
                sharedTags={member.shared_tags?.map(tagLabel)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto pt-4">
        <Pager
          page={Math.min(p, Math.max(1, pages))}
          pages={pages}
          hrefFor={(page) => addressOf({ ...search, p: page > 1 ? page : undefined })}
        />
      </div>
    </>
  )
}

function Skeletons() {
  return (
    <>
      <div className="flex h-12 items-center">
        <Skeleton className="h-6 w-32 rounded-full" />
      </div>
      <CardSkeletons />
    </>
  )
}

function CardSkeletons() {
  return (
    <>
      <VisuallyHidden>{sentences.loading}</VisuallyHidden>
      <div className={grid}>
        {Array.from({ length: PAGE_SIZE / 2 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other key.
          <MemberCardSkeleton key={place} sharedTags />
        ))}
      </div>
    </>
  )
}
