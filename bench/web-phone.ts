import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findProgram } from '../tools/test/programs.mjs'
import type { Route } from './web-routes'

/** The port on which Chromium listens for Lighthouse. */
export const DEBUG_PORT = 9377

/** Lighthouse's slow 4G phone, but applied to the real network and CPU instead of simulated. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const SLOWER_PROCESSOR = 4
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
  close(): Promise<void>
}

/** One Chromium: Lighthouse uses its first window, and every measurement a new one with empty caches. */
export async function openPhone(url: string): Promise<Phone> {
  const browser = await chromium.launch({
    executablePath: findProgram('chromium'),
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

async function time(context: BrowserContext, { path, session }: Route, ready: string) {
  // A page of the same origin that loads none of its files.
  const page = await context.newPage()
  await page.goto('/healthz')
  await keepSession(page, session)
  await page.addInitScript(watchTimes, ready)
  const client = await context.newCDPSession(page)
  await client.send('Runtime.enable')
  await client.send('Runtime.addBinding', { name: 'tellTimes' })
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', SLOW_4G)
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })
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
