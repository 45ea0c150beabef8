// `npm run bench:web -- [routes | phone] [part of a route …]`: Lighthouse on every route on a phone, as a visitor, a newcomer, a member
// and an admin. Accessibility and best practices must be 100, and no layout shift may reach 0.1. Then it measures how
// soon the list and the profile are usable on a throttled phone (a quarter of the CPU, slow 4G) with empty caches, and
// how soon a tap shows that it was felt and that something happens. `routes` and `phone` are one half each.
// Exits with 1 if a target is missed. It builds a town first, or opens the one in DATA_DIR.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../tools/test/programs.mjs'
import { cpuOf } from './cpu-time'
import { runLighthouse } from './web-lighthouse'
import { openPhone, type TapTimes, type Times } from './web-phone'
import { type Route, routesOf } from './web-routes'

const AIM_SHIFT = 0.1
const AIM_USABLE_MS = 2000
const AIM_PRESSED_MS = 100
const AIM_PROGRESS_MS = 300
const ROUNDS = 9
const port = 3979
const url = `http://localhost:${port}`
const half = ['routes', 'phone'].find((name) => name === process.argv[2])
const wanted = process.argv.slice(half ? 3 : 2)
const isWanted = ({ name }: Route): boolean =>
  wanted.length === 0 || wanted.some((part) => name.includes(part))
const misses: string[] = []
// Ends now if it is missing, not after the minutes that the town takes.
findProgram('chromium')
const load = () => `Load of the machine: ${loadavg()[0]?.toFixed(1)}.`

/** A new town makes sizes and hashes of its photos first, which would take the processor of the phone. */
async function untilIdle(pid: number): Promise<void> {
  for (let before = cpuOf(pid), now = Number.POSITIVE_INFINITY; now - before > 5000; ) {
    before = cpuOf(pid)
    // Longer than the minute after which the schedule starts them.
    await sleep(65_000)
    now = cpuOf(pid)
  }
}

const data = process.env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'rosella-web-')))
const server = spawn(process.execPath, [fileURLToPath(new URL('../server/dist/main.js', import.meta.url))], {
  env: { ...process.env, PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'warn', DEMO: '1' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (text) => String(text).includes('is open at') && resolve())
    server.on('exit', () => reject(new Error('The server exited before it was ready.')))
  })
  const phone = await openPhone(url)
  try {
    const { routes, list, profile } = await routesOf(url, join(data, 'mail'))
    console.log(
      `${load()}\n\n| as | route | accessibility | best practices | layout shift |\n|---|---|---|---|---|`,
    )
    if (half !== 'phone') for (const route of routes.filter(isWanted)) await judge(route)
    if (half !== 'routes') await usePhone()
    console.log(`\n${load()}`)

    async function usePhone(): Promise<void> {
      await untilIdle(server.pid ?? 0)
      console.log('\n| throttled phone, ms until | first words | usable | first photo |\n|---|---|---|---|')
      await clock(list, 'main li:not(nav li) a[href]')
      await clock(profile, 'main [data-action-bar] button')
      console.log('\n| throttled phone, ms after a tap until | pressed | progress |\n|---|---|---|')
      await tap('a card', list, 'main li:not(nav li) a[href]')
      await tap('Next page', list, 'nav[aria-label="Pages"] a[aria-label="Next page"]')
      await tap('a tab of the bar', list, '[data-bottom-bar] a[href="/messages"]')
      // Unlike a like, it can be tapped again in each round.
      await tap('Favourite', profile, 'main [data-action-bar] button[aria-label="Favourite"]')
      await tap('the menu of a profile', profile, 'button[aria-label="Not interested, block or report"]')
    }

    async function judge(route: Route): Promise<void> {
      await phone.logIn(route.session)
      const { accessibility, bestPractices, shift, findings } = await runLighthouse(url + route.path)
      const scores = [accessibility, bestPractices, shift.toFixed(3)]
      console.log(`| ${[route.as, route.name, ...scores].join(' | ')} |`)
      if (accessibility === 100 && bestPractices === 100 && shift < AIM_SHIFT) return
      misses.push(`${route.as} ${route.name}: ${scores.join(', ')}`, ...findings.map((line) => `  ${line}`))
    }

    async function clock(route: Route, ready: string): Promise<void> {
      if (!isWanted(route)) return
      const turns: { cold: Times; again: Times }[] = []
      for (let n = 0; n < ROUNDS; n++) turns.push(await phone.timeToUse(route, ready))
      for (const visit of ['cold', 'again'] as const) {
        const median = (key: keyof Times): number =>
          turns.map((turn) => turn[visit][key]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
        const usable = median('usable')
        console.log(`| ${route.name}, ${visit} | ${median('words')} | ${usable} | ${median('picture')} |`)
        if (!(usable <= AIM_USABLE_MS)) misses.push(`${route.name}, ${visit}: usable after ${usable} ms`)
      }
    }

    async function tap(name: string, route: Route, selector: string): Promise<void> {
      if (!isWanted(route)) return
      const times: TapTimes[] = []
      for (let n = 0; n < ROUNDS; n++) times.push(await phone.timeTap(route, selector))
      const median = (key: keyof TapTimes): number =>
        times.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
      const [pressed, progress] = [median('pressed'), median('progress')]
      console.log(`| ${name} | ${pressed} | ${progress} |`)
      if (!(pressed <= AIM_PRESSED_MS && progress <= AIM_PROGRESS_MS))
        misses.push(`a tap on ${name}: pressed after ${pressed} ms, progress after ${progress} ms`)
    }
  } finally {
    await phone.close()
  }
} finally {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  if (!process.env.DATA_DIR) await rm(data, { recursive: true, force: true })
}
console.log(misses.length === 0 ? 'Every target is met.' : `Missed:\n${misses.join('\n')}`)
process.exit(misses.length === 0 ? 0 : 1)
