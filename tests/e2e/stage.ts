import { openTestHouse, type TestHouse, type TestHouseOptions } from '@rosella/testkit/test-house'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { leaveBrowser, openBrowser, type Visit } from './browser'

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

/** What a test puts in here is closed after it, and must not have said anything in the console. */
export function quietVisits(): Visit[] {
  const visits: Visit[] = []
  afterEach(async () => {
    const ended = visits.splice(0)
    for (const { close } of ended) await close()
    expect(ended.flatMap(({ noise }) => noise)).toEqual([])
  })
  return visits
}
