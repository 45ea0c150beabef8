import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { findProgram } from '../test/programs.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const folder = join(root, 'docs/screenshots')
const port = 3977
const url = `http://localhost:${port}`
const password = 'Kookaburra-1'

/** Both widths in both schemes. */
const looks = [1280, 390].flatMap((width) =>
  ['light', 'dark'].map((colorScheme) => ({ width, height: width === 390 ? 844 : 850, colorScheme })),
)

/** Starts a demo town in a temporary folder, and a browser. */
export async function openDemoTown() {
  const data = await mkdtemp(join(tmpdir(), 'rosella-screenshots-'))
  const server = spawn(process.execPath, [join(root, 'server/dist/main.js')], {
    env: { ...process.env, PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'warn', DEMO: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  server.stdout.on('data', (text) => {
    printed += text
  })
  const close = async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    await rm(data, { recursive: true, force: true })
  }
  try {
    await new Promise((resolve, reject) => {
      server.stdout.on('data', (text) => String(text).includes('is open at') && resolve())
      server.on('exit', () =>
        reject(new Error('The server ended before it was open; run npm run build first.')),
      )
    })
  } catch (error) {
    await close()
    throw error
  }
  const browser = await chromium.launch({
    executablePath: findProgram('chromium'),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-sync',
    ],
  })
  return {
    looks,
    /** The last emailed link to this path; the embedded mailbox prints them. */
    emailedLink: (path) => printed.match(new RegExp(`http\\S+${path}\\?\\S+`, 'g'))?.at(-1),
    visit: (look, options) => visit(browser, look, options),
    close: async () => {
      await browser.close()
      await close()
    },
  }
}

async function visit(browser, { width, height, colorScheme }, options = {}) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  // The scene of the home page depends on the visitor's hour, so the hour is fixed.
  await page.addInitScript(() => {
    if (location.pathname === '/' && !localStorage.getItem('userInfo')) Date.prototype.getHours = () => 18
  })
  return {
    page,
    close: () => context.close(),
    /** Takes a still picture, as a file below docs/screenshots. */
    async shoot(name, file = `${name}-${width}-${colorScheme}.webp`) {
      await settle(page)
      await assertContent(page, name)
      await write(await page.screenshot(), file)
    },
    async logIn(role) {
      await page.goto('/#log-in')
      await page.getByLabel('Email').fill(`${role}@rosella.example`)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await page.getByRole('heading', { name: 'Recent Activity' }).waitFor({ state: 'attached' })
    },
    logOut: () => page.evaluate(() => localStorage.clear()),
    async open(path, heading) {
      await page.goto(path)
      const name = heading === undefined ? {} : { name: heading }
      await page.getByRole('heading', { level: 1, ...name }).waitFor({ state: 'attached' })
    },
  }
}

/** Waits until everything has loaded, nothing moves and nothing is hovered. */
export async function settle(page) {
  // A member's stream never ends, so the network is never idle.
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {})
  await page.mouse.move(0, 0)
  await page.evaluate(() =>
    Promise.all(
      [...document.images].filter((one) => one.loading !== 'lazy').map((one) => one.decode()),
    ).catch(() => {}),
  )
  await page.waitForTimeout(500)
}

/** A picture that is still loading, shows an error or has nothing to show would mislead readers. */
async function assertContent(page, name) {
  const skeletons = page.locator('.animate-shimmer:visible')
  await skeletons
    .first()
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => {})
  for (const [fault, places] of [
    ['is still loading', skeletons],
    ['shows an error', page.locator('[role=alert]:visible')],
    ['is empty', page.locator('[data-empty]:visible')],
  ])
    if ((await places.count()) > 0) throw new Error(`The picture of ${name} ${fault}: ${page.url()}`)
}

export async function write(picture, file) {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await sharp(picture).webp({ quality: 82, effort: 6 }).toFile(path)
}
