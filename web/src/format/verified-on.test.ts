import { expect, test } from 'vitest'
import { verifiedOn } from './verified-on'

test('[P3 §8] the badge says when a moderator compared the photos', () => {
  const noon = new Date(2026, 10, 3, 12).getTime() / 1000
  expect(verifiedOn(noon)).toBe('A moderator compared these photos with the camera on 3 November 2026.')
})
