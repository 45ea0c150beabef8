import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const read = async (query: string) => (await fetch(`${app.url}/api/settings?${query}`)).json()

test.each(['settings=photos_min,photos_max', 'settings=photos_min&settings=photos_max'])(
  '[P2 §7] GET /api/settings?%s returns the listed settings',
  async (query) => {
    expect(await read(query)).toEqual({ photos_min: 3, photos_max: 20 })
  },
)

test('[P2 §3] returns the defaults and omits settings that clients may not read', async () => {
  const all = await read('')
  expect(all).toMatchObject({ photos_min: 3, photos_max: 20, max_prompts: 3 })
  expect(all.report_reasons).toContain('Under 18')
  expect(await read('settings=max_prompts,secret')).toEqual({ max_prompts: 3 })
})
