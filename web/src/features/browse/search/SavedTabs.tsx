import { Tabs } from '../../../ui/Tabs'
import { addressOf, readFilters, searchInput } from './search-address'
import type { SavedSearch } from './use-saved-searches'

type SavedTabsProps = {
  searches: SavedSearch[]
  /** The one that is open. */
  open: number | undefined
  /** No filter is named: the member's own limits hold. */
  isOwnLimits: boolean
}

/** The saved searches with what is new in each, behind the one that everybody has. */
export function SavedTabs({ searches, open, isOwnLimits }: SavedTabsProps) {
  if (searches.length === 0) return null
  return (
    <Tabs
      label="Saved searches"
      tabs={[
        { to: addressOf({}), label: 'My limits', current: isOwnLimits },
        ...searches.map(({ id, name, filters, new: count }) => ({
          to: addressOf(searchInput(readFilters(filters), undefined, id)),
          label: name,
          count,
          countLabel: 'new',
          current: id === open,
        })),
      ]}
    />
  )
}
