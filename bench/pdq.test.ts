import { scene } from '@rosella/testkit/pictures'
import { expect, test } from 'vitest'
import { measureCopies } from './pdq'

test('[P4 §2] the benchmark of photos seen before finds every copy of a generated picture', async () => {
  const rows = await measureCopies([await (await scene(3, 240, 300)).jpeg({ quality: 90 }).toBuffer()])
  expect(rows).toHaveLength(16)
  // A generated picture has saturated colours, and brightness or greyscale change how bright they are to each other.
  const colours = /brighter|darker|greyscale/
  for (const { copy, found, worst } of rows)
    if (!colours.test(copy)) expect([copy, found, worst <= 31]).toEqual([copy, 1, true])
  // Without the variants, a mirrored or cropped copy would not be found.
  const { whole = 0 } = rows.find(({ copy }) => copy === 'mirrored') ?? {}
  expect(whole).toBeGreaterThan(31)
})
