import { afterAll, beforeAll, expect, test } from 'vitest'
import { runScaleOut } from './scale-out/run'
import { openScaledSite, type ScaledSite } from './scale-out/site'

let site: ScaledSite
beforeAll(async () => {
  site = await openScaledSite(2)
})
afterAll(() => site?.close())

test('a rolling restart behind HAProxy fails no request, loses no message and repeats no call', async () => {
  const ran = await runScaleOut(site, { visitors: 16, steadySeconds: 2, restarts: 2 })
  expect(ran.steady.failures).toEqual([])
  expect(ran.rolling.failures).toEqual([])
  expect(ran.faults).toEqual([])
  for (const kind of ['list', 'gesture', 'message', 'stream'] as const)
    expect(ran.rolling.took[kind].length, kind).toBeGreaterThan(0)
  expect(ran.acknowledged).toBeGreaterThan(100)
})
