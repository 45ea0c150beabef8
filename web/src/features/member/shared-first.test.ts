import { expect, test } from 'vitest'
import { sharedFirst } from './Metrics'

test('[P3 §1] shared tags come first and are marked', () => {
  expect(sharedFirst(['surfing', 'coffee', 'yoga', 'chess'], ['yoga', 'coffee'])).toEqual([
    { tag: 'coffee', isShared: true },
    { tag: 'yoga', isShared: true },
    { tag: 'surfing', isShared: false },
    { tag: 'chess', isShared: false },
  ])
})
