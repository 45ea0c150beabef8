import { statesOf } from '@rosella/contract/places/countries'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api'
import { queryKeys } from '../../../platform/query-keys'
import { useSession } from '../../../platform/session'
import { MultiChoiceGroup } from '../../../ui/ChoiceGroup'
import { VisuallyHidden } from '../../../ui/VisuallyHidden'
import type { FilterProps } from './filter-props'

const FIVE_MINUTES = 300_000

/** The states of the country that is searched, where people say them. */
export function StateField({ filters, onChange }: FilterProps) {
  const own = useOwnCountry()
  const states = statesOf(filters.place?.countryCode ?? own.data ?? '')
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

/** Where the member lives; asked for by those who filter alone. */
function useOwnCountry() {
  const session = useSession()
  return useQuery({
    queryKey: queryKeys.ownCountry(session?.id),
    queryFn: async ({ signal }) => (await call('GET /api/user', {}, { signal })).user.country,
    staleTime: FIVE_MINUTES,
  })
}
