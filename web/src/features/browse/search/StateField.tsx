import { statesOf } from '@rosella/contract/places/states'
import { useOwnFacts } from '../../../platform/own-facts'
import { MultiChoiceGroup } from '../../../ui/ChoiceGroup'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import type { FilterProps } from './filter-props'

/** The states of the country that is searched, where people say them. */
export function StateField({ filters, onChange }: FilterProps) {
  const own = useOwnFacts()
  const states = statesOf(filters.place?.countryCode ?? own.data?.country ?? '')
  if (states.length === 0) return null
  return (
    <MultiChoiceGroup
      legend="State"
      options={states.map(([value, name]) => ({
        value,
        label: (
          <>
            <span aria-hidden="true">{value}</span>
            <VisuallyHidden>{name}</VisuallyHidden>
          </>
        ),
      }))}
      values={filters.state ?? []}
      onChange={(state) => onChange({ state })}
    />
  )
}
