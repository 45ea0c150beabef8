import { openTestApp, type TestApp, type TestAppOptions } from '@rosella/testkit/test-app'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { leaveBrowser, openBrowser, type Visit } from './browser'

export interface Stage {
  app: TestApp
  browser: Browser
}

/** Opens a server and a browser before the tests of a file, hands them over, and leaves both after them. */
export function onStage(take: (stage: Stage) => void, options?: TestAppOptions): void {
  let stage: Stage | undefined
  beforeAll(async () => {
    stage = { app: await openTestApp(options), browser: await openBrowser() }
    take(stage)
  })
  afterAll(async () => {
    if (!stage) return
    await leaveBrowser(stage.browser)
    await stage.app.close()
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
