import { cookies } from '@rosella/contract/account/stored-data'
import type { Person } from '@rosella/testkit/person'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findProgram } from '../../tools/test/programs.mjs'

let shared: Promise<Browser> | undefined

/** What Playwright 1.64 switches off (its chromiumSwitches): a second list takes the place of the first. */
const playwrights = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
]
/** Pages of the browser's own that every window loads for its address bar: as dear as a page of ours. */
const addressBar = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
]

/** A process in stock for every context, which most close before they need it: a tenth of the processor time of a visit. */
const inStock = ['SpareRendererForSitePerProcess']

/** Debian's Chromium, one for all the files of a worker; the flags keep it from looking for the world outside. */
export function openBrowser(): Promise<Browser> {
  shared ??= launch()
  return shared
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findProgram('headlessShell'),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-software-rasterizer',
      // A moving picture in place of a camera, and nobody to be asked for leave.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--disable-features=${[...playwrights, ...addressBar, ...inStock].join()}`,
    ],
  })
  browser.once('disconnected', () => {
    shared = undefined
  })
  return browser
}

export const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const
export type Look = (typeof looks)[number]
/** Each width and each scheme once, for what is looked at everywhere. */
export const twoLooks = [looks[0], looks[3]] as const

export interface Visit {
  page: Page
  /** Everything the console said and every page that asked for something elsewhere. */
  noise: string[]
  /** A refusal the test provokes is no noise: the browser writes a line about every failed request. */
  expectStatus(...statuses: number[]): void
  /** Words in the console that the test provokes. */
  expectWords(words: RegExp): void
  close(): Promise<void>
}

export type VisitOptions = BrowserContextOptions

export async function newVisit(
  browser: Browser,
  url: string,
  look: Look,
  options: VisitOptions,
): Promise<Visit> {
  const { width, colorScheme } = look
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: width === 390 ? 844 : 850 },
    colorScheme,
    // Answers that a test makes up would go past a service worker; pwa.test.ts lets it in.
    serviceWorkers: 'block',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const noise: string[] = []
  const expected: number[] = []
  const expectedWords: RegExp[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (text === 'Service Worker registration blocked by Playwright') return
    // What a log-out asks the browser for, it tells.
    if (/^Clear-Site-Data header on .*: Cleared data types: "cache"\.$/.test(text)) return
    const status = Number(/status of (\d+)/.exec(text)?.[1])
    if (expected.includes(status) || expectedWords.some((words) => words.test(text))) return
    noise.push(`${message.type()}: ${text}`)
  })
  page.on('pageerror', (error) => noise.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const address = request.url()
    if (!address.startsWith(url) && !/^(data|blob):/.test(address)) noise.push(`request: ${address}`)
  })
  return {
    page,
    noise,
    expectStatus: (...statuses) => void expected.push(...statuses),
    expectWords: (words) => void expectedWords.push(words),
    async close() {
      const set = (await context.cookies()).map(({ name }) => name)
      await context.close()
      // The privacy page names every cookie.
      const unknown = set.filter((name) => !cookies.some((cookie) => cookie.name === name))
      if (unknown.length > 0) throw new Error(`cookies without a line on the privacy page: ${unknown.join()}`)
    },
  }
}

/** Goes to an address as someone who has logged in before: the browser keeps their session already. */
export async function arriveAs(
  page: Page,
  person: Person,
  path: string,
  kept: Record<string, string> = {},
): Promise<void> {
  const userInfo = JSON.stringify(await person.call('GET /api/user'))
  const keeping = await page.addInitScript(
    (items) => {
      // As if the server had been told of this browser before.
      localStorage.setItem('own:time-zone', Intl.DateTimeFormat().resolvedOptions().timeZone)
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    },
    { userInfo, ...kept },
  )
  await page.goto(path)
  await keeping.dispose()
}

/** To another screen without a full load, which takes several times as long. The old one stays until the next is there. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.waitForFunction(
    () => document.querySelector('main h1') && !document.querySelector('main .animate-shimmer'),
  )
}
