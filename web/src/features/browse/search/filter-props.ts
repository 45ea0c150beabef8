import type { Filters } from '@rosella/contract/browse/filters'

/** The props of a filter field. `onChange` merges the change into the filters. */
export interface FilterProps {
  filters: Filters
  onChange: (change: Filters) => void
}
