import type { Filters, PlaceFilter } from '@rosella/contract/browse/filters'
import { stateCodeIn } from '@rosella/contract/places/countries'
import { cityLabel } from '@rosella/contract/places/rules'
import type { LocationValue } from '@rosella/contract/places/shapes'
import { type ComponentType, useState } from 'react'
import { Button } from '../../../ui/Button'
import { DistanceField } from '../preferences/PreferenceFields'

type Town = Pick<LocationValue, 'countryCode' | 'city'>
/** The town picker of the places feature. */
export type TownControl = ComponentType<{ value: Town | null; onChange: (town: Town | null) => void }>

const townOf = (place: PlaceFilter): Town => ({ countryCode: place.countryCode, city: cityLabel(place) })

function placeOf({ countryCode, city }: Town): PlaceFilter {
  const stateCode = stateCodeIn(city)
  return { name: stateCode === '' ? city : city.slice(0, -stateCode.length - 2), stateCode, countryCode }
}

/** The distance from the member's own town or from another. */
export function PlaceField({ filters, onChange, Town }: FilterProps & { Town: TownControl }) {
  const [elsewhere, setElsewhere] = useState(filters.place !== undefined)
  const open = elsewhere || filters.place !== undefined
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <div className="w-full">
        <DistanceField value={filters} onChange={onChange} />
      </div>
      {open && (
        <div className="w-full">
          <Town
            value={filters.place ? townOf(filters.place) : null}
            onChange={(town) => onChange({ place: town ? placeOf(town) : undefined })}
          />
        </div>
      )}
      <Button
        tone="bare"
        onClick={() => {
          setElsewhere(!open)
          if (open) onChange({ place: undefined })
        }}
        className="-ms-5"
      >
        {open ? 'Measure from my own town' : 'Measure from another town'}
      </Button>
    </div>
  )
}

/** The props of a filter field. `onChange` merges the change into the filters. */
export interface FilterProps {
  filters: Filters
  onChange: (change: Filters) => void
}
