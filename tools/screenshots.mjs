// Makes the pictures in docs/screenshots from a freshly built demo town. `npm run screenshots`
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import sharp from 'sharp'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'docs/screenshots')
const port = 3977
const url = `http://localhost:${port}`
const data = await mkdtemp(join(tmpdir(), 'rosella-screenshots-'))
const member = { email: 'member@rosella.example', password: 'Kookaburra-1' }

const server = spawn(process.execPath, [join(root, 'server/dist/main.js')], {
  env: { ...process.env, PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'warn', DEMO: '1' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  await new Promise((resolve, reject) => {
    server.stdout.on('data', (text) => String(text).includes('is open at') && resolve())
    server.on('exit', () =>
      reject(new Error('The server ended before it was open; run npm run build first.')),
    )
  })
  await mkdir(out, { recursive: true })
  const browser = await chromium.launch({
    executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-sync',
    ],
  })
  for (const [width, height] of [
    [1280, 850],
    [390, 844],
  ]) {
    for (const colorScheme of ['light', 'dark']) await walk(browser, { width, height, colorScheme })
  }
  await browser.close()
  await phoneSheet(['home-390-light', 'sign-up-390-dark', 'recent-390-light', 'photos-390-dark'])
} finally {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  await rm(data, { recursive: true, force: true })
}

async function walk(browser, { width, height, colorScheme }) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })
  const shoot = async (name) => {
    await page.waitForLoadState('networkidle').catch(() => {})
    await page.waitForTimeout(400)
    const bytes = await page.screenshot()
    await sharp(bytes)
      .png({ palette: true, colours: 128 })
      .toFile(join(out, `${name}-${width}-${colorScheme}.png`))
  }
  await page.goto(url)
  await shoot('home')
  await page.goto(`${url}/#log-in`)
  await page.getByLabel('Email').fill(member.email)
  await shoot('log-in')
  await page.goto(`${url}/signup`)
  await page.getByRole('heading', { name: 'Create Account' }).waitFor()
  await shoot('sign-up')
  await page.goto(`${url}/#log-in`)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
  await shoot('recent')
  await page.goto(`${url}/likes-received`)
  await page.getByRole('heading', { name: 'Likes Received' }).waitFor()
  await shoot('likes')
  await page.goto(`${url}/photos`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shoot('photos')
  await page.close()
}

/** A few phone screens side by side, for the README. */
async function phoneSheet(names) {
  const gap = 24
  const pictures = names.map((name, n) => ({
    input: join(out, `${name}.png`),
    left: gap + n * (390 + gap),
    top: gap,
  }))
  const background = '#f7ece6'
  const width = gap + names.length * (390 + gap)
  const sheet = await sharp({ create: { width, height: 844 + 2 * gap, channels: 3, background } })
    .composite(pictures)
    .png()
    .toBuffer()
  await sharp(sheet).png({ palette: true, colours: 128 }).toFile(join(out, 'phone.png'))
}
