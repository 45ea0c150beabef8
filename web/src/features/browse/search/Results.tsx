import type { FilterKey, Filters } from '@rosella/contract/browse/filters'
import { PAGE_SIZE, SEARCH_TITLE, type SearchSort, searchSorts } from '@rosella/contract/browse/rules'
import { tagLabel } from '@rosella/contract/profile/lists'
import { sentences } from '@rosella/contract/sentences'
import { type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router'
import { countPeople } from '../../../format/count-people'
import type { Reply } from '../../../platform/api'
import { Alert } from '../../../ui/Alert'
import { Button } from '../../../ui/Button'
import { MemberCardSkeleton } from '../../../ui/MemberCard'
import { Pager } from '../../../ui/Pager'
import { Select } from '../../../ui/Select'
import { Skeleton } from '../../../ui/Skeleton'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import { ListCard } from '../ListCard'
import { FilterChips } from './FilterChips'
import { sortWords } from './filter-words'
import { NobodyFits } from './NobodyFits'
import { SaveSearch } from './SaveSearch'
import { addressOf, type SearchInput } from './search-address'
import type { SavedSearch } from './use-saved-searches'
import type { useSearch } from './use-search'

const grid = 'grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-3 sm:gap-x-6'

type ResultsProps = {
  tabs: ReactNode
  search: ReturnType<typeof useSearch>
  input: SearchInput
  held: Filters | undefined
  saved: SavedSearch | undefined
  onRemove: (key: FilterKey) => void
  onClear: () => void
}

/** Who fits; a search that failed says so, and is never shown as nobody. */
export function Results({ tabs, search, input, held, saved, onRemove, onClear }: ResultsProps) {
  const { data, error } = search
  const heading = useRef<HTMLHeadingElement>(null)
  const saving = held && { filters: held, sort: input.sort, search: saved }
  const chips = held && <FilterChips filters={held} heading={heading} onRemove={onRemove} onClear={onClear} />
  return (
    <section aria-label="People" className="flex min-w-0 flex-1 flex-col gap-5 max-lg:pb-20">
      {tabs}
      {error && (
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
      {error && chips}
      {search.isPending && <Skeletons />}
      {data && held && !error && (
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
              <Sort input={input} />
            </div>
          </div>
          {chips}
          {data.total === 0 ? (
            <NobodyFits
              filters={held}
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

function Sort({ input }: { input: SearchInput }) {
  const navigate = useNavigate()
  return (
    <Select
      label="Sort by"
      labelHidden
      options={searchSorts.map((value) => ({ value, label: sortWords[value] }))}
      value={input.sort ?? 'active'}
      onChange={({ target }) => {
        const { p: _first, ...search } = input
        const sort = target.value as SearchSort
        void navigate(addressOf({ ...search, sort: sort === 'active' ? undefined : sort }), {
          preventScrollReset: true,
        })
      }}
      className="w-40"
    />
  )
}

type PeopleProps = { list: Reply<'GET /api/search'>; isOld: boolean; input: SearchInput }

function People({ list: { users, ago, pages }, isOld, input }: PeopleProps) {
  const { p = 1, ...search } = input
  const hashes = users.map(({ url_hash }) => url_hash)
  return (
    <>
      <ul className={grid} aria-busy={isOld}>
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
      <VisuallyHidden>{sentences.loading}</VisuallyHidden>
      <div className="flex h-12 items-center">
        <Skeleton className="h-6 w-32 rounded-full" />
      </div>
      <div className={grid}>
        {Array.from({ length: PAGE_SIZE / 2 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing but their place.
          <MemberCardSkeleton key={place} sharedTags />
        ))}
      </div>
    </>
  )
}
