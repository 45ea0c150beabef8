import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp, type TestAppOptions } from '@rosella/testkit/test-app'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { arriveAs, type Look, looks, newVisit, openBrowser, type Visit, type VisitOptions } from './browser'

export interface TestSiteOptions extends TestAppOptions {
  /** Enables animations. Without it, visitors prefer reduced motion, which is faster. */
  motion?: boolean
}

interface Arrival {
  /** More entries for the browser's storage. */
  kept?: Record<string, string>
  /** Runs before the first page is loaded. */
  before?: (page: Page, visitor: Visit) => Promise<unknown>
}

/** The server of the running test file. A worker runs its files one after another. */
export let app: TestApp
let withMotion = false
const visits: Visit[] = []

/** Opens a server for the tests of a file, and closes every visit after its test. */
export function openTestSite({ motion = false, ...options }: TestSiteOptions = {}): void {
  let opened: TestApp | undefined
  beforeAll(async () => {
    opened = await openTestApp(options)
    app = opened
    withMotion = motion
  })
  closeVisits()
  afterAll(async () => {
    withMotion = false
    await opened?.close()
  })
}

/** Closes the visits after each test, and fails if any of them logged something unexpected to the console. */
export function closeVisits(): void {
  afterEach(async () => {
    const ended = visits.splice(0)
    for (const { close } of ended) await close()
    expect(ended.flatMap(({ noise }) => noise)).toEqual([])
  })
}

/** A visitor with a fresh browser profile. */
export async function visit(look: Look = looks[0], options: VisitOptions = {}): Promise<Visit> {
  const reducedMotion = withMotion ? 'no-preference' : 'reduce'
  const visitor = await newVisit(await openBrowser(), options.baseURL ?? app.url, look, {
    reducedMotion,
    ...options,
  })
  visits.push(visitor)
  return visitor
}

/** Opens a page in a member's browser, logged in. */
export async function visitAs(
  person: Person,
  path: string,
  look: Look = looks[0],
  { kept, before, ...options }: VisitOptions & Arrival = {},
): Promise<Visit> {
  const visitor = await visit(look, { baseURL: person.url, ...options })
  await before?.(visitor.page, visitor)
  await arriveAs(visitor.page, person, path, kept)
  return visitor
}
