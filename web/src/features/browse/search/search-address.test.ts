import { type Filters, narrowing } from '@rosella/contract/browse/filters'
import { expect, test } from 'vitest'
import { addressOf, isSameSearch, readAddress, readFilters, searchInput, without } from './search-address'

const hobart = { name: 'Hobart', stateCode: 'TAS', countryCode: 'AU' }
const read = (address: string) => readAddress(new URL(address, 'http://localhost').searchParams)

test('[P3 §4] filters survive being written to the address and read back', () => {
  const filters: Filters = {
    any: true,
    age_min: 30,
    distance: 50,
    place: hobart,
    smoking: ['-', '~'],
    wants_kids: ['+'],
    tags: ['coffee', 'surfing'],
    online: true,
  }
  const address = addressOf(searchInput(filters, 'distance'))
  expect(read(address).sort).toBe('distance')
  expect(readFilters(read(address))).toEqual(filters)
})

test('[P3 §4] without filters the preferences apply; clearing all filters means any', () => {
  expect(addressOf({})).toBe('/search')
  expect(addressOf(searchInput({}))).toBe('/search?any=1')
  expect(addressOf(searchInput({ age_min: 18, age_max: 99, distance: 0, goals: [], online: false }))).toBe(
    '/search?any=1',
  )
})

test('the first page and default order are left out of the address, and invalid values are ignored', () => {
  expect(read('/search?p=1&sort=active')).toEqual({})
  expect(read('/search?p=-3&sort=beauty&saved=x&colour=red')).toEqual({})
  expect(read('/search?p=2&sort=newest&saved=7')).toEqual({ p: 2, sort: 'newest', saved: 7 })
  // The server reports the invalid filter.
  expect(read('/search?age_min=banana')).toEqual({ age_min: 'banana' })
})

test('[P3 §4] a chosen town is kept with or without a distance, until it is removed itself', () => {
  const both: Filters = { distance: 50, place: hobart, smoking: ['-'] }
  expect(without(both, 'distance')).toEqual({ any: true, place: hobart, smoking: ['-'] })
  expect(without(without(both, 'distance'), 'smoking')).toEqual({ any: true, place: hobart })
  expect(without(both, 'place')).toEqual({ any: true, distance: 50, smoking: ['-'] })
  expect(narrowing({ place: hobart })).toEqual({ any: true, place: hobart })
  expect(isSameSearch({ place: hobart }, {})).toBe(false)
})

test('the address remembers which saved search is being changed', () => {
  const address = addressOf(searchInput({ smoking: ['-'] }, undefined, { edit: 7 }))
  expect(address).toBe('/search?any=1&smoking=-&edit=7')
  expect(read(address)).toEqual({ any: '1', smoking: '-', edit: 7 })
  expect(read('/search?saved=3&edit=7')).toEqual({ saved: 3 })
})

test('two searches are the same when the same filters narrow them', () => {
  expect(isSameSearch({ age_min: 18, goals: [] }, { any: true })).toBe(true)
  expect(isSameSearch({ age_min: 30 }, { age_min: 31 })).toBe(false)
})
