import { num, obj, type Static, text } from '../shapes'

export const CitySuggestion = obj({
  name: text(),
  stateCode: text(),
  latitude: num(),
  longitude: num(),
  countryCode: text(),
})
export type CitySuggestion = Static<typeof CitySuggestion>

export const LocationValue = obj({
  latitude: num({ minimum: -90, maximum: 90 }),
  longitude: num({ minimum: -180, maximum: 180 }),
  countryCode: text({ minLength: 2, maxLength: 2 }),
  city: text({ maxLength: 200 }),
})
export type LocationValue = Static<typeof LocationValue>
