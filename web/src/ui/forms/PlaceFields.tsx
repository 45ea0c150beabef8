import { Combobox, type ComboboxOption } from './Combobox'
import { Select, type SelectOption } from './Select'

type PlaceFieldsProps = {
  countries: SelectOption[]
  country: string
  onCountry: (country: string) => void
  city: string
  onCity: (text: string) => void
  suggestions: ComboboxOption[]
  onSelect: (option: ComboboxOption) => void
  loading?: boolean
  error?: string
  onBlur?: () => void
}

export function PlaceFields(props: PlaceFieldsProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-4">
      <Select
        label="Country"
        autoComplete="country"
        options={props.countries}
        value={props.country}
        onChange={(event) => props.onCountry(event.target.value)}
      />
      <Combobox
        label="City"
        text={props.city}
        onTextChange={props.onCity}
        options={props.suggestions}
        onSelect={props.onSelect}
        onBlur={props.onBlur}
        loading={props.loading}
        error={props.error}
        placeholder="Start typing, then choose"
        emptyText="That place isn’t in our list. Please choose the nearest one."
      />
    </div>
  )
}
