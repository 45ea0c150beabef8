// Makes the pictures in docs/screenshots from a freshly built demo town: `npm run screenshots`, only the eight states
// of the log-in area: `npm run screenshots -- home`, or only the admin area: `npm run screenshots -- admin`.
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
const only = process.argv[2]
const premium = { email: 'premium@rosella.example' }
const password = 'Kookaburra-1'
const member = { email: 'member@rosella.example' }
const admin = { email: 'admin@rosella.example' }

const server = spawn(process.execPath, [join(root, 'server/dist/main.js')], {
  env: { ...process.env, PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'warn', DEMO: '1' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let printed = ''
server.stdout.on('data', (text) => {
  printed += text
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
  if (only === undefined)
    await phoneSheet(['home-1-initial-390-light', 'sign-up-390-dark', 'recent-390-light', 'photos-390-dark'])
} finally {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  await rm(data, { recursive: true, force: true })
}

async function walk(browser, { width, height, colorScheme }) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' })
  const shoot = async (name) => {
    await page.waitForLoadState('networkidle').catch(() => {})
    // Nothing looks pointed at.
    await page.mouse.move(0, 0)
    await page.waitForTimeout(400)
    const bytes = await page.screenshot()
    await sharp(bytes)
      .png({ palette: true, colours: 128 })
      .toFile(join(out, `${name}-${width}-${colorScheme}.png`))
  }
  // Each account is sent only so many mails.
  if (only !== 'admin') await logInStates(page, shoot, width === 390 ? premium.email : member.email)
  if (only === undefined) await memberPages(page, shoot)
  if (only !== 'home') await adminPages(page, shoot)
  await page.close()
}

async function logIn(page, { email }) {
  await page.goto(`${url}/#log-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
}

async function memberPages(page, shoot) {
  await page.goto(`${url}/signup`)
  await page.getByRole('heading', { name: 'Create Account' }).waitFor()
  await shoot('sign-up')
  await logIn(page, member)
  await shoot('recent')
  await page.goto(`${url}/likes-received`)
  await page.getByRole('heading', { name: 'Likes Received' }).waitFor()
  await shoot('likes')
  await page.goto(`${url}/photos`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shoot('photos')
  await page.evaluate(() => localStorage.clear())
}

/** What waits for the town's moderator. */
async function adminPages(page, shoot) {
  await logIn(page, admin)
  for (const [name, path] of [
    ['admin-dashboard', '/admin'],
    ['admin-photos', '/admin/photos'],
    ['admin-cases', '/admin/reports'],
    ['admin-members', '/admin/members'],
  ]) {
    await page.goto(url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await shoot(name)
  }
  await page.goto(`${url}/admin/reports`)
  await page
    .getByRole('link', { name: /Asking for money/ })
    .first()
    .click()
  await page.waitForURL(/\/admin\/reports\/\d+/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shoot('admin-case')
  await page.evaluate(() => localStorage.clear())
}

/** The eight states of the home log-in area, each reached as a visitor reaches it. */
async function logInStates(page, shoot, address) {
  const email = page.getByLabel('Email')
  const press = (name) => page.getByRole('button', { name, exact: true }).click()
  const heading = (name) => page.getByRole('heading', { name }).waitFor()
  await page.goto(url)
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
  await shoot('home-1-initial')
  await page.getByRole('link', { name: 'Log in' }).click()
  await email.fill(address)
  await shoot('home-2-log-in')
  await press('Forgot password?')
  await heading('Forgot password?')
  await shoot('home-3-forgot-password')
  await press('Send the link')
  await heading('Change password info sent')
  await shoot('home-4-password-info-sent')
  await press('Back to log in')
  await press('Email me a link')
  await heading('Link sent')
  await shoot('home-6-link-sent')
  await press('Back to log in')
  await press('Email me a code')
  await heading('Code sent')
  await page.getByLabel('Code', { exact: true }).fill('4829')
  await shoot('home-7-code-sent')
  await page.goto(`${url}/#deactivated`)
  await email.fill(address)
  await shoot('home-8-deactivated')
  await page.goto(newPasswordLink())
  await page.getByLabel('New password', { exact: true }).fill('galah-river')
  await shoot('home-5-change-password')
  await page.evaluate(() => localStorage.clear())
}

/** As whoever forgot their password has it in the mail; the embedded mail box prints it. */
function newPasswordLink() {
  const links = printed.match(/http\S+\/change-password\?\S+/g)
  if (!links) throw new Error('No link to a new password was mailed.')
  return links.at(-1)
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
