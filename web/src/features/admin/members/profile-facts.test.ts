import { type FieldKey, fieldKeys, fieldRow } from '@rosella/contract/profile/fields'
import { expect, test } from 'vitest'
import { fieldText } from '../../../format/field-text'
import { profileFacts, profileTexts } from './profile-facts'

/** A valid answer to every field. */
function answer(field: FieldKey): unknown {
  const row = fieldRow(field)
  switch (row.kind) {
    case 'choice':
    case 'combination':
      return Object.keys(row.codes)[0]
    case 'list':
      return field === 'spoken' ? ['it'] : ['reading']
    case 'number':
      return row.min
    case 'date':
      return '1994-05-01'
    case 'country':
      return 'IT'
    case 'home':
      return field === 'country' ? 'AU' : 'Hobart, TAS'
    case 'name':
    case 'text':
      return `An answer to ${field}`
  }
}

test('[P3 §1] moderators see every field of a profile', () => {
  const profile = Object.fromEntries(fieldKeys.map((field) => [field, answer(field)]))
  const shown = [...profileFacts(profile, 1_800_000_000), ...profileTexts(profile)]
  const missing = fieldKeys
    // The name is shown beside the facts, and the country by its name.
    .filter((field) => field !== 'username' && field !== 'country')
    .filter((field) => {
      const text = fieldText(field, profile[field])
      return text === '' || !shown.some(([, value]) => value.includes(text))
    })
  expect(missing).toEqual([])
  expect(shown.find(([label]) => label === 'Lives in')?.[1]).toBe('Hobart, TAS, Australia')
})
