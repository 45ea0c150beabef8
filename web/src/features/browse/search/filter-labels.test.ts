import { type Filters, filterKeys } from '@rosella/contract/browse/filters'
import { expect, test } from 'vitest'
import { chipKeys, filterLabel, sortLabel } from './filter-labels'

const hobart = { name: 'Hobart', stateCode: 'TAS', countryCode: 'AU' }
const chips = (filters: Filters) => chipKeys(filters).map((key) => filterLabel(key, filters))

test('every filter that narrows the search has a label for its chip', () => {
  const all: Required<Filters> = {
    any: true,
    age_min: 30,
    age_max: 45,
    distance: 50,
    place: hobart,
    state: ['NSW', 'TAS'],
    goals: ['s'],
    kids: ['-'],
    wants_kids: ['~', '+'],
    smoking: ['-'],
    drinking: ['~'],
    marriage: ['~'],
    education: ['3'],
    height_min: 165,
    height_max: 190,
    spoken: ['el'],
    tags: ['coffee'],
    verified: true,
    online: true,
    active_days: 7,
    new: true,
    prompts: true,
    match_min: 60,
    answered_only: true,
  }
  expect(Object.keys(all).sort()).toEqual([...filterKeys].sort())
  expect(chips(all)).toEqual([
    '30 or older',
    '45 or younger',
    'Within 50 km of Hobart, TAS',
    'New South Wales or Tasmania',
    'Serious',
    'No kids',
    'May want kids or Wants kids',
    'Non-smoker',
    'Drinks socially',
    'Previously married',
    'University',
    '165 cm (5 ft 5 in) or taller',
    '190 cm (6 ft 3 in) or shorter',
    'Coffee',
    'Speaks Greek',
    'Verified photos',
    'Online now',
    'Active this week',
    'New this week',
    'Answered a prompt',
    'At least 60 % match',
    'Only people who answered',
  ])
})

test('filters at their widest have no chip, and unknown filters have no label', () => {
  expect(chips({ any: true, age_min: 18, distance: 0, goals: [], online: false })).toEqual([])
  for (const key of ['any', 'toString']) expect(filterLabel(key, {})).toBeUndefined()
})

test('[P3 §4] a town without a distance has its own chip, and names the nearest', () => {
  const place = { name: 'Perth', stateCode: 'WA', countryCode: 'AU' }
  expect(chips({ place })).toEqual(['From Perth, WA'])
  expect(chips({ place, distance: 50 })).toEqual(['Within 50 km of Perth, WA'])
  expect([
    sortLabel('distance', { place }),
    sortLabel('distance', {}),
    sortLabel('newest', { place }),
  ]).toEqual(['Nearest to Perth', 'Nearest', 'Newest'])
})

test('several choices are joined with "or", and more than three are counted', () => {
  const spoken = (...codes: string[]) => filterLabel('spoken', { spoken: codes })
  expect(spoken('el', 'vi')).toBe('Speaks Greek or Vietnamese')
  expect(spoken('el', 'vi', 'it')).toBe('Speaks Greek, Vietnamese or Italian')
  expect(spoken('el', 'vi', 'it', 'fr', 'de')).toBe('Speaks Greek, Vietnamese or 3 others')
})
