import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp, type TestAppOptions } from '@rosella/testkit/test-app'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { arriveAs, type Look, looks, newVisit, openBrowser, type Visit, type VisitOptions } from './browser'

export interface TestSiteOptions extends TestAppOptions {
  /** Visitors see what moves. Without it they prefer less motion, which is quicker. */
  motion?: boolean
}

interface Arrival {
  /** What else the browser keeps. */
  kept?: Record<string, string>
  /** Before the first page is loaded. */
  before?: (page: Page, visitor: Visit) => Promise<unknown>
}

/** The server of the test file that is running: in a worker one file follows the other. */
export let app: TestApp
let withMotion = false
const visits: Visit[] = []

/** Opens a server before the tests of a file and closes it after them, and every visit after its test. */
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

/** After each test its visits are closed, and none of them may have said anything unexpected in the console. */
export function closeVisits(): void {
  afterEach(async () => {
    const ended = visits.splice(0)
    for (const { close } of ended) await close()
    expect(ended.flatMap(({ noise }) => noise)).toEqual([])
  })
}

/** A fresh visitor with an empty browser. */
export async function visit(look: Look = looks[0], options: VisitOptions = {}): Promise<Visit> {
  const reducedMotion = withMotion ? 'no-preference' : 'reduce'
  const visitor = await newVisit(await openBrowser(), options.baseURL ?? app.url, look, {
    reducedMotion,
    ...options,
  })
  visits.push(visitor)
  return visitor
}

/** A member's own browser, logged in, at an address. */
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
