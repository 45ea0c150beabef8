import { expect, test } from 'vitest'
import { isCountry } from '../profile/rules'
import { countries } from './countries'
import { countryName } from './country-name'

test('every country has a current code and a unique name, sorted by name', () => {
  const list = countries()
  expect(list.length).toBeGreaterThan(240)
  expect(list.filter(({ code }) => !isCountry(code))).toEqual([])
  expect(new Set(list.map(({ name }) => name)).size).toBe(list.length)
  expect(list.filter(({ code, name }) => code === name)).toEqual([])
  expect(list[0]?.name).toBe('Afghanistan')
  expect(countryName('AU')).toBe('Australia')
})
