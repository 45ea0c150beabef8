// npm run bench:faults: causes each fault of docs/operations/faults.md in a site with two workers, PostgreSQL, Redis, a bucket and
// a mail server, while members use it and a real Prometheus evaluates ops/alerts.yml. Prints what the members saw, which alert
// noticed it after how many seconds, and how long the site took to recover. An alert that must last for minutes before it fires
// is watched until it is pending, because the members would meet their rate limits. Fails if a fault has no alert.
// Needs root, Debian's prometheus (or PROMETHEUS, its path) and libfaketime (or FAKETIME, the path of libfaketimeMT.so.1).
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@rosella/testkit/free-port'
import { alertFile } from '@rosella/testkit/promtool'
import { selfSigned } from '@rosella/testkit/self-signed'
import { openTestSmtp } from '@rosella/testkit/smtp-server'
import { Callers, type Kind } from '../tests/faults/callers'
import { SmallDisk } from '../tests/faults/full-disk'
import { openFaultySite } from '../tests/faults/site'

const { PROMETHEUS = 'prometheus' } = process.env
const { FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1' } = process.env

const dir = mkdtempSync(join(tmpdir(), 'rosella-alerts-'))
const disk = new SmallDisk(400)
const smtp = await openTestSmtp()
/** In front of the mail server, so that it can be gone. */
const mailSockets = new Set<Socket>()
const mailFront = createTcpServer((socket) => {
  const behind = connect(Number(new URL(smtp.url).port), '127.0.0.1')
  for (const [from, to] of [
    [socket, behind],
    [behind, socket],
  ] as const)
    from.on('error', () => to.destroy()).pipe(to)
  mailSockets.add(socket)
}).listen(0, '127.0.0.1')
await new Promise((resolve) => mailFront.once('listening', resolve))
const mailPort = (mailFront.address() as AddressInfo).port
let tls = createServer(selfSigned(['localhost'], 90)).listen(0, '127.0.0.1')
await new Promise((resolve) => tls.once('listening', resolve))
const tlsPort = (tls.address() as AddressInfo).port
/** libfaketime reads the offset of the clock from it. */
const clock = join(dir, 'clock')
writeFileSync(clock, '+0\n')
const site = await openFaultySite(undefined, {
  PROCESSES: '2',
  METRICS_TOKEN: 'metrics-token',
  SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
  SITE_URL: `https://localhost:${tlsPort}`,
  DATA_DIR: disk.path,
  LD_PRELOAD: FAKETIME,
  FAKETIME_TIMESTAMP_FILE: clock,
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

const port = await freePort()
writeFileSync(join(dir, 'alerts.yml'), readFileSync(alertFile, 'utf8'))
writeFileSync(
  join(dir, 'prometheus.yml'),
  `global: { scrape_interval: 15s, evaluation_interval: 15s }
rule_files: ['alerts.yml']
scrape_configs:
  - job_name: rosella
    authorization: { credentials: metrics-token }
    static_configs: [{ targets: ['${new URL(site.url).host}'] }]
`,
)
const prometheus = spawn(
  PROMETHEUS,
  [
    `--config.file=${join(dir, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(dir, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ],
  { stdio: 'inherit' },
)

type State = 'inactive' | 'pending' | 'firing'
interface Rule {
  name: string
  duration: number
  state: State
  alerts: { state: State; labels: Record<string, string> }[]
}

async function rules(): Promise<Rule[]> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/rules?type=alert`).catch(() => undefined)
  if (!response?.ok) return []
  const { data } = (await response.json()) as { data: { groups: { rules: Rule[] }[] } }
  return data.groups.flatMap((group) => group.rules)
}
const active = async () => (await rules()).filter(({ state }) => state !== 'inactive').map(({ name }) => name)

const kinds: Kind[] = ['page', 'list', 'gesture', 'upload']

interface Fault {
  name: string
  alert: string
  /** Returns what ends the fault. */
  begin(callers: Callers): Promise<() => unknown> | (() => unknown)
  recovery: string
}

const WATCHED_SECONDS = 240
const rows: string[] = []
const silent: string[] = []

async function tryFault({ name, alert, begin, recovery }: Fault): Promise<void> {
  const callers = await Callers.begin(site)
  const before = new Set(await active())
  const from = callers.calls.length
  const said = callers.chatters.map((chatter) => chatter.said.length)
  const began = performance.now()
  const end = await begin(callers)
  const seconds = () => Math.round((performance.now() - began) / 1000)
  let noticed: number | undefined
  let fired: number | undefined
  let lasts = 0
  const others = new Set<string>()
  while (fired === undefined && seconds() < WATCHED_SECONDS) {
    await sleep(1000)
    for (const rule of await rules()) {
      if (rule.state === 'inactive') continue
      if (rule.name !== alert) {
        if (!before.has(rule.name)) others.add(rule.name)
        continue
      }
      lasts = rule.duration
      noticed ??= seconds()
      if (rule.state === 'firing') fired = seconds()
    }
    if (noticed !== undefined && lasts > 0) break
  }
  const lasted = seconds()
  await end()
  const recovered = await callers.recovered()
  const calls = callers.calls.slice(from)
  const messages = callers.chatters.reduce((sum, { said: all }, n) => sum + all.length - (said[n] ?? 0), 0)
  await callers.stop()
  const saw = kinds.map((kind) => {
    const own = calls.filter((call) => call.kind === kind)
    const failed = own.filter(({ status }) => status !== 200)
    const codes = [...new Set(failed.map(({ status }) => status))].join(', ')
    const slowest = Math.max(0, ...own.map(({ ms }) => ms)) / 1000
    return `${kind} ${failed.length} of ${own.length} failed${codes && ` (${codes})`}, slowest ${slowest.toFixed(1)} s`
  })
  if (noticed === undefined) silent.push(name)
  const rings = fired ?? (noticed === undefined ? undefined : noticed + lasts)
  const when =
    noticed === undefined
      ? 'never'
      : `noticed ${noticed} s, rings ${rings} s${fired === undefined ? ' (by its rule)' : ''}`
  rows.push(
    `| ${name} (${lasted} s) | ${saw.join('; ')}; ${messages} messages delivered | \`${alert}\`: ${when}${others.size > 0 ? `; also ${[...others].join(', ')}` : ''} | ${recovery}, ${(recovered / 1000).toFixed(1)} s |`,
  )
  console.log(rows.at(-1))
}

/** The processes of the site that are not its supervisor. */
function workers(): number[] {
  const parent = site.server().child.pid
  return readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').map(Number)
}

const faults: Fault[] = [
  {
    name: 'Worker killed',
    alert: 'RosellaWorkerCrashes',
    begin() {
      process.kill(workers()[0] ?? 0, 'SIGKILL')
      return () => {}
    },
    recovery: 'The supervisor starts another one',
  },
  {
    name: 'Redis gone',
    alert: 'RosellaEventsDown',
    async begin() {
      await site.redis.kill()
      return () => site.redis.start()
    },
    recovery: 'By itself once Redis is back',
  },
  {
    name: 'SMTP down',
    alert: 'RosellaMailFails',
    async begin({ people }) {
      mailFront.close()
      for (const socket of mailSockets) socket.destroy()
      for (const { email } of people) await people[0].try('POST /api/request-access', { email, kind: 'link' })
      return () => mailFront.listen(mailPort, '127.0.0.1')
    },
    recovery: 'Emails are retried',
  },
  {
    name: 'Data disk full',
    alert: 'RosellaDiskFull',
    begin() {
      disk.fill()
      return () => disk.empty()
    },
    recovery: 'By itself once there is space',
  },
  {
    name: 'Certificate expired',
    alert: 'RosellaCertificateExpires',
    async begin() {
      tls.closeAllConnections()
      await new Promise((resolve) => tls.close(resolve))
      tls = createServer(selfSigned(['localhost'], -1)).listen(tlsPort, '127.0.0.1')
      // The site reads the certificate every hour, and when it starts.
      site.server().child.kill('SIGHUP')
      return () => {}
    },
    recovery: 'When the certificate is renewed',
  },
  {
    name: 'Clock 2 hours ahead',
    alert: 'RosellaClockJumped',
    begin() {
      writeFileSync(clock, '+7200\n')
      return () => writeFileSync(clock, '+0\n')
    },
    recovery: 'By itself once the clock is right',
  },
  {
    name: 'S3 hangs',
    alert: 'RosellaPartDown',
    begin() {
      site.bucket.be('hanging')
      return () => site.bucket.be('well')
    },
    recovery: 'By itself once it replies',
  },
  {
    name: 'PostgreSQL hangs',
    alert: 'RosellaPartDown',
    begin() {
      site.postgres.pause()
      return () => site.postgres.resume()
    },
    recovery: 'By itself once it replies',
  },
]

const wanted = process.argv.slice(2)
try {
  // Until Prometheus has samples of the site that is well.
  await sleep(40_000)
  console.log(`active while the site is well: ${(await active()).join(', ') || 'none'}\n`)
  for (const fault of faults)
    if (wanted.length === 0 || wanted.some((word) => fault.name.toLowerCase().includes(word))) {
      await tryFault(fault)
      // Until the alert of one fault no longer hides that of the next.
      for (let n = 0; n < 60 && (await active()).includes('RosellaPartDown'); n++) await sleep(1000)
    }
} finally {
  site.postgres.resume()
  prometheus.kill()
  await site.close()
  mailFront.close()
  for (const socket of mailSockets) socket.destroy()
  await smtp.close()
  tls.close()
  disk.remove()
  rmSync(dir, { recursive: true, force: true })
}
console.log(`\n| fault | members | alert | recovery |\n|---|---|---|---|\n${rows.join('\n')}`)
console.log(`\n${silent.length} silent${silent.length > 0 ? `: ${silent.join(', ')}` : ''}`)
process.exit(silent.length > 0 ? 1 : 0)
