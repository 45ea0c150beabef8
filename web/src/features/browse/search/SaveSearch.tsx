import { type Filters, setFilters, writeFilters } from '@rosella/contract/browse/filters'
import { SAVED_SEARCH_NAME, type SearchSort } from '@rosella/contract/browse/rules'
import { BookmarkPlus, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/Button'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { cx } from '../../../ui/cx'
import { filterWords } from './filter-words'
import { SaveSearchDialog } from './SaveSearchDialog'
import { addressOf, narrowing, readFilters, searchInput } from './search-address'
import { type SavedSearch, useChangeSavedSearches } from './use-saved-searches'

type SaveSearchProps = {
  filters: Filters
  sort: SearchSort | undefined
  /** The saved search that is open. */
  search: SavedSearch | undefined
  /** On a phone without its words, which are read out. */
  isCompact?: boolean
}

/** What the chips say, as far as a name can hold it. */
function suggestedName(filters: Filters): string {
  const words = setFilters(filters).map((key) => filterWords(key, filters))
  let name = ''
  for (const word of words) {
    const longer = name === '' ? word : `${name}, ${word}`
    if (longer !== undefined && longer.length <= SAVED_SEARCH_NAME.characters) name = longer
  }
  return name
}

/** A button that saves what is set, or changes the saved search that is open. */
export function SaveSearch({ filters, sort, search, isCompact }: SaveSearchProps) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'save' | 'delete'>()
  const { remove } = useChangeSavedSearches()
  if (setFilters(filters).length === 0) return null
  const close = () => setAsking(undefined)
  return (
    <>
      <Button
        tone="quiet"
        icon={search ? Settings2 : BookmarkPlus}
        onClick={() => setAsking('save')}
        className={cx(isCompact && 'max-sm:size-12 max-sm:px-0')}
      >
        <span className={cx(isCompact && 'max-sm:sr-only')}>
          {search ? 'Change saved search' : 'Save this search'}
        </span>
      </Button>
      <SaveSearchDialog
        open={asking === 'save'}
        // Told late, when the question about deleting may already be open.
        onClose={() => setAsking((now) => (now === 'save' ? undefined : now))}
        search={search}
        filters={writeFilters(narrowing(filters))}
        suggested={suggestedName(filters)}
        onSaved={(saved) => {
          close()
          void navigate(addressOf(searchInput(readFilters(saved.filters), sort, saved.id)), {
            replace: true,
            preventScrollReset: true,
          })
        }}
        onDelete={search && (() => setAsking('delete'))}
      />
      {search && (
        <ConfirmDialog
          open={asking === 'delete'}
          onClose={close}
          title="Delete this search?"
          confirmLabel="Delete"
          pending={remove.isPending}
          error={remove.error?.message}
          onConfirm={() =>
            remove.mutate(search.id, {
              onSuccess: () => {
                close()
                void navigate(addressOf(searchInput(filters, sort)), {
                  replace: true,
                  preventScrollReset: true,
                })
              },
            })
          }
        >
          “{search.name}” and its mails end. The people stay where they are.
        </ConfirmDialog>
      )}
    </>
  )
}
