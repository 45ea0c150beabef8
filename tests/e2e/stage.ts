import { openTestHouse, type TestHouse, type TestHouseOptions } from '@rosella/testkit/test-house'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { leaveBrowser, openBrowser } from './browser'

export interface Stage {
  house: TestHouse
  browser: Browser
}

/** Opens a house and a browser before the tests of a file, hands them over, and leaves both after them. */
export function onStage(take: (stage: Stage) => void, options?: TestHouseOptions): void {
  let stage: Stage | undefined
  beforeAll(async () => {
    stage = { house: await openTestHouse(options), browser: await openBrowser() }
    take(stage)
  })
  afterAll(async () => {
    if (!stage) return
    await leaveBrowser(stage.browser)
    await stage.house.close()
  })
}
