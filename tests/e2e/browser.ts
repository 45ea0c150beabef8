import { cookies } from '@rosella/contract/account/stored-data'
import type { Person } from '@rosella/testkit/person'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findProgram } from '../../tools/test/programs.mjs'

let shared: Promise<Browser> | undefined

/** Playwright 1.64's own list (chromiumSwitches), repeated because a second --disable-features replaces the first. */
const playwrightDefaults = [
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
/** Internal pages that every window loads for its address bar. Each costs as much as a page of ours. */
const addressBar = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
]

/** A spare process for every context, which most never need. It takes a tenth of the CPU time of a visit. */
const spareRenderer = ['SpareRendererForSitePerProcess']

/** Debian's Chromium, shared by all files of a worker. The flags keep it off the network. */
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
      // Every visit has its own process, which ends before optimised code would be worth its time.
      '--js-flags=--no-opt --no-maglev',
      // Fakes a camera with a moving image, and grants permission without asking.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--disable-features=${[...playwrightDefaults, ...addressBar, ...spareRenderer].join()}`,
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
/** Each width and each scheme once, for checks on every screen. */
export const twoLooks = [looks[0], looks[3]] as const

export interface Visit {
  page: Page
  /** Console messages, page errors and requests to other sites. */
  noise: string[]
  /** Ignores failed requests with these statuses, which the browser logs to the console. */
  expectStatus(...statuses: number[]): void
  /** Ignores console messages that match. */
  expectWords(pattern: RegExp): void
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
    // A service worker would bypass the responses that tests mock. Only pwa.test.ts allows it.
    serviceWorkers: 'block',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const noise: string[] = []
  const expected: number[] = []
  const expectedPatterns: RegExp[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (text === 'Service Worker registration blocked by Playwright') return
    // The browser logs what a log-out asks it to clear.
    if (/^Clear-Site-Data header on .*: Cleared data types: "cache"\.$/.test(text)) return
    const status = Number(/status of (\d+)/.exec(text)?.[1])
    if (expected.includes(status) || expectedPatterns.some((pattern) => pattern.test(text))) return
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
    expectWords: (pattern) => void expectedPatterns.push(pattern),
    async close() {
      // A test may have closed the context itself.
      const set = (await context.cookies().catch(() => [])).map(({ name }) => name)
      await context.close()
      // The privacy page names every cookie.
      const unknown = set.filter((name) => !cookies.some((cookie) => cookie.name === name))
      if (unknown.length > 0) throw new Error(`cookies without a line on the privacy page: ${unknown.join()}`)
    },
  }
}

/** Opens a page as a member whose session the browser has already stored. */
export async function arriveAs(
  page: Page,
  person: Person,
  path: string,
  kept: Record<string, string> = {},
): Promise<void> {
  const userInfo = JSON.stringify(await person.call('GET /api/user'))
  const keeping = await page.addInitScript(
    (items) => {
      // As if this browser had already sent its time zone.
      localStorage.setItem('own:time-zone', Intl.DateTimeFormat().resolvedOptions().timeZone)
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
    },
    { userInfo, ...kept },
  )
  await page.goto(path)
  await keeping.dispose()
}

/**
 * Navigates without a full load, which takes several times as long. The old screen stays until the new one has loaded,
 * so this waits until the app has moved the focus to the new one.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  const isOther = await page.evaluate((to) => {
    const { pathname, search } = new URL(to, window.location.href)
    const isOpen = document.querySelector('main h1') !== null
    const moves = isOpen && (pathname !== window.location.pathname || search !== window.location.search)
    if (moves) (document.activeElement as HTMLElement | null)?.blur()
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
    return moves
  }, path)
  await page.waitForFunction(
    (moves) =>
      // The router gives its entry a key.
      window.history.state !== null &&
      (!moves || document.activeElement !== document.body) &&
      document.querySelector('main h1') &&
      !document.querySelector('main .animate-shimmer'),
    isOther,
  )
}

/** Headless tabs are never hidden, so the page's visibility is faked. */
export const setVisibility = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: now })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
