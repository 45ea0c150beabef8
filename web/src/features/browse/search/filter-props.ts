import type { Filters } from '@rosella/contract/browse/filters'

/** What a field of the filters is given; a change is put on top of what is chosen. */
export interface FilterProps {
  filters: Filters
  onChange: (change: Filters) => void
}
