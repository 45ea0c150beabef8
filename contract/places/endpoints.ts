import { endpoint } from '../endpoint'
import { arr, num, obj, text } from '../shapes'
import { CitySuggestion } from './shapes'

export const listCities = endpoint({
  method: 'GET',
  path: '/api/cities',
  access: 'public',
  summary: 'List the cities of a country',
  input: { country_code: text({ pattern: '^[A-Za-z]{2}$', problem: 'signup.country' }) },
  reply: arr(CitySuggestion),
})

export const findPlace = endpoint({
  method: 'GET',
  path: '/api/place',
  access: 'public',
  summary: 'Find the city at a position, which is not stored',
  input: { lat: num({ minimum: -90, maximum: 90 }), lng: num({ minimum: -180, maximum: 180 }) },
  reply: obj({
    country: text(),
    country_code: text(),
    city: text(),
    location: CitySuggestion,
  }),
})
