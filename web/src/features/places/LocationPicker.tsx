import { countries } from '@rosella/contract/places/countries'
import { citiesNamed, cityLabel, suggestCities } from '@rosella/contract/places/rules'
import type { CitySuggestion, LocationValue } from '@rosella/contract/places/shapes'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCities } from '../../platform/places'
import { PlaceFields } from '../../ui/forms/PlaceFields'

export const locationOf = (city: CitySuggestion): LocationValue => ({
  latitude: city.latitude,
  longitude: city.longitude,
  countryCode: city.countryCode,
  city: cityLabel(city),
})

const countryOptions = countries().map(({ code, name }) => ({ value: code, label: name }))

type LocationPickerProps = {
  value: Pick<LocationValue, 'countryCode' | 'city'> | null
  onChange: (value: LocationValue | null) => void
}

/** Choosing by hand: a country, then one of its cities. Reports null until the text names a city. */
export function LocationPicker({ value, onChange }: LocationPickerProps) {
  const [country, setCountry] = useState(value?.countryCode ?? 'AU')
  const [text, setText] = useState(value?.city ?? '')
  const cities = useCities(country)
  const found = suggestCities(cities.data ?? [], text)
  // On blur a city typed in full counts as chosen, even if the cities load later.
  const [left, setLeft] = useState(false)
  const named = left && !value ? citiesNamed(cities.data ?? [], text) : []
  const typed = named.length === 1 ? named[0] : undefined
  const onTyped = useEffectEvent(choose)
  useEffect(() => {
    if (typed) onTyped(typed)
  }, [typed])

  function choose(city: CitySuggestion) {
    setText(cityLabel(city))
    onChange(locationOf(city))
  }

  function type(next: string) {
    setLeft(false)
    setText(next)
    onChange(null)
  }

  return (
    <PlaceFields
      countries={countryOptions}
      country={country}
      onCountry={(code) => {
        setCountry(code)
        type('')
      }}
      city={text}
      onCity={type}
      suggestions={found.map((city, place) => ({ value: String(place), label: cityLabel(city) }))}
      onSelect={({ value: place }) => {
        const city = found[Number(place)]
        if (city) choose(city)
      }}
      onBlur={() => setLeft(true)}
      loading={cities.isFetching}
      error={
        named.length > 1
          ? 'There are several places with this name. Please choose yours.'
          : cities.error?.message
      }
    />
  )
}
