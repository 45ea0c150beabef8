import { expect, test } from 'vitest'
import { citiesNamed, cityLabel, suggestCities } from './rules'

const cities = [
  ['Sydney', 'NSW'],
  ['Mount Isa', 'QLD'],
  ['St Kilda', 'VIC'],
  ["O'Connor", 'ACT'],
  ['Zürich', ''],
  ['St. Louis', 'MO'],
  ['Saint Paul', 'MN'],
  ['North Sydney', 'NSW'],
  ['Sydenham', 'VIC'],
].map(([name = '', stateCode = '']) => ({ name, stateCode }))
const found = (typed: string) => suggestCities(cities, typed).map(cityLabel)

test('[P1 §5] matches substrings without regard to case, sorted by the position of the match', () => {
  expect(found('SYD')).toEqual(['Sydney, NSW', 'Sydenham, VIC', 'North Sydney, NSW'])
  expect(found(' sydney, n')).toEqual(['Sydney, NSW', 'North Sydney, NSW'])
  expect(found('atlantis')).toEqual([])
  expect(found(' ')).toEqual([])
})

test('[P1 §5] returns at most 10 suggestions', () => {
  const many = Array.from({ length: 30 }, (_, n) => ({ name: `Town ${n}`, stateCode: '' }))
  expect(suggestCities(many, 'own')).toEqual(many.slice(0, 10))
})

test.each([
  ['mt isa', 'Mount Isa, QLD'],
  ['Mt. Is', 'Mount Isa, QLD'],
  ['saint k', 'St Kilda, VIC'],
  ['St Lou', 'St. Louis, MO'],
  ['saint louis', 'St. Louis, MO'],
  ['st. paul', 'Saint Paul, MN'],
  ['o’con', "O'Connor, ACT"],
  ['zurich', 'Zürich'],
])('understands common spellings: %s is %s', (typed, label) => {
  expect(found(typed)).toEqual([label])
})

test('a name typed in full finds that town, or all towns of that name', () => {
  const towns = [...cities, { name: 'Sydney', stateCode: 'NS' }]
  const named = (typed: string) => citiesNamed(towns, typed).map(cityLabel)
  expect(named(' mt isa ')).toEqual(['Mount Isa, QLD'])
  expect(named('sydney, nsw')).toEqual(['Sydney, NSW'])
  expect(named('SYDNEY')).toEqual(['Sydney, NSW', 'Sydney, NS'])
  expect(named('Syd')).toEqual([])
  expect(named('')).toEqual([])
})
