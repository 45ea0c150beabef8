import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findProgram } from '../tools/test/programs.mjs'
import type { Route } from './web-routes'

/** The port on which Chromium listens for Lighthouse. */
export const DEBUG_PORT = 9377

/** Lighthouse's slow 4G phone, but applied to the real network and CPU instead of simulated. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const SLOWER_PROCESSOR = 4
/** How long a finger stays down in a tap. */
const FINGER_MS = 120
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

/** Milliseconds since navigation. */
export interface Times {
  words: number
  usable: number
  picture: number
}

export interface Phone {
  /** Stores a session where the site looks for it. */
  logIn(session: unknown): Promise<void>
  /** The time until `ready` matches and the first photo is visible, with empty caches and when opened again. */
  timeToUse(route: Route, ready: string): Promise<{ cold: Times; again: Times }>
  /** Taps an element once the page is idle, and measures how soon something shows it. */
  timeTap(route: Route, selector: string): Promise<TapTimes>
  close(): Promise<void>
}

/** Milliseconds since the finger came down (pressed) and since it was lifted (progress, done). */
export interface TapTimes {
  pressed: number
  /** The bar at the top, or any change of the page. */
  progress: number
}

/** One Chromium: Lighthouse uses its first window, and every measurement a new one with empty caches. */
export async function openPhone(url: string): Promise<Phone> {
  const browser = await chromium.launch({
    executablePath: findProgram('headlessShell'),
    args: [
      `--remote-debugging-port=${DEBUG_PORT}`,
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
  const first = await firstWindow(browser)
  await first.goto(`${url}/terms`)
  return {
    logIn: async (session) => {
      await first.goto(`${url}/terms`)
      await keepSession(first, session)
    },
    timeToUse: async (route, ready) => {
      const context = await browser.newContext({ ...phone, baseURL: url })
      try {
        return await time(context, route, ready)
      } finally {
        await context.close()
      }
    },
    timeTap: async (route, selector) => {
      const context = await browser.newContext({ ...phone, baseURL: url })
      try {
        return await tap(context, route, selector)
      } finally {
        await context.close()
      }
    },
    close: () => browser.close(),
  }
}

/** The browser's own window, because Lighthouse cannot share storage with playwright's private contexts. */
async function firstWindow(browser: Browser): Promise<Page> {
  const client = await chromium.connectOverCDP(`http://127.0.0.1:${DEBUG_PORT}`)
  browser.once('disconnected', () => void client.close())
  const [context] = client.contexts()
  if (!context) throw new Error('Chromium has no window.')
  return context.pages()[0] ?? (await context.newPage())
}

const keepSession = (page: Page, session: unknown): Promise<void> =>
  page.evaluate((record) => {
    localStorage.clear()
    if (record) localStorage.setItem('userInfo', JSON.stringify(record))
  }, session)

/** A throttled page of the same origin that has loaded none of the site's files. */
async function slowPage(context: BrowserContext, session: unknown) {
  const page = await context.newPage()
  await page.goto('/healthz')
  await keepSession(page, session)
  const client = await context.newCDPSession(page)
  await client.send('Runtime.enable')
  await client.send('Runtime.addBinding', { name: 'tellTimes' })
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', SLOW_4G)
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })
  return { page, client }
}

async function tap(context: BrowserContext, { path, session }: Route, selector: string): Promise<TapTimes> {
  const { page, client } = await slowPage(context, session)
  await page.goto(path)
  const target = page.locator(selector).first()
  await target.waitFor()
  await page.waitForLoadState('networkidle')
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${selector} has no place on ${path}.`)
  const measured = new Promise<TapTimes>((resolve) =>
    client.once('Runtime.bindingCalled', ({ payload }) => resolve(JSON.parse(payload) as TapTimes)),
  )
  await target.evaluate(watchTap)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.waitForTimeout(FINGER_MS)
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  return measured
}

/** Runs in the page, so it may contain no named function (esbuild would mark it with a helper of its own). */
function watchTap(target: Element): void {
  let down = 0
  let up = 0
  let pressed = 0
  let changed = 0
  document.addEventListener('pointerdown', () => (down ||= performance.now()), { capture: true })
  document.addEventListener('pointerup', () => (up ||= performance.now()), { capture: true })
  const before = getComputedStyle(target).opacity
  new MutationObserver((changes) => {
    if (up > 0 && changes.some((one) => one.attributeName !== 'data-pressed')) changed ||= performance.now()
  }).observe(document.body, { subtree: true, childList: true, attributes: true })
  const watching = setInterval(() => {
    const now = performance.now()
    if (down > 0 && getComputedStyle(target).opacity !== before) pressed ||= now
    const bar = getComputedStyle(document.documentElement, '::before')
    if (up > 0 && bar.content !== 'none' && Number(bar.opacity) > 0.3) changed ||= now
    const isOver = up > 0 && now - up > 3000
    if (!isOver && (pressed === 0 || changed === 0)) return
    clearInterval(watching)
    const { tellTimes } = window as unknown as { tellTimes(times: string): void }
    tellTimes(
      JSON.stringify({
        pressed: pressed ? Math.round(pressed - down) : 9999,
        progress: changed ? Math.round(changed - up) : 9999,
      }),
    )
  }, 10)
}

async function time(context: BrowserContext, { path, session }: Route, ready: string) {
  const { page, client } = await slowPage(context, session)
  await page.addInitScript(watchTimes, ready)
  const visit = async (): Promise<Times> => {
    const measured = new Promise<Times>((resolve) =>
      client.once('Runtime.bindingCalled', ({ payload }) => resolve(JSON.parse(payload) as Times)),
    )
    await page.goto(path, { waitUntil: 'commit' })
    return measured
  }
  const cold = await visit()
  await page.goto('/healthz')
  return { cold, again: await visit() }
}

/**
 * Runs in the page before its own scripts and reports through a binding, because polling the page would run the
 * polling script on the same slow CPU.
 */
function watchTimes(wanted: string): void {
  let usable = 0
  const watching = setInterval(() => {
    if (usable === 0 && document.querySelector(wanted)) usable = performance.now()
    const picture = document.querySelector<HTMLImageElement>('main img[src*="/media/"]')
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    if (usable === 0 || !paint || !picture?.complete || picture.naturalWidth === 0) return
    clearInterval(watching)
    const { tellTimes } = window as unknown as { tellTimes(times: string): void }
    tellTimes(
      JSON.stringify({
        words: Math.round(paint.startTime),
        // Nothing is usable before the first paint.
        usable: Math.round(Math.max(usable, paint.startTime)),
        picture: Math.round(performance.now()),
      }),
    )
  }, 20)
}
