// `npm run bench:photos [turns]`: photos per second through the whole upload (HTTP, multipart, checks, both files,
// fingerprints, durable files, row), compared with bare sharp making the same two files. Short turns alternate, so
// that other load slows both alike. CPU time is reported too, because waiting does not affect it. Linux only.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { signUpPerson } from '@rosella/testkit/members'
import { Person } from '@rosella/testkit/person'
import { scene } from '@rosella/testkit/pictures'
import sharp from 'sharp'
import { cpuOf } from './cpu-time'
import { sized } from './tiny'

const TURNS = Number(process.argv[2] ?? 30)
const PHOTOS = sized(8, 2)
const CONCURRENCY = 4
const port = 3978
const url = `http://localhost:${port}`

sharp.cache(false)
sharp.concurrency(1)

/** Like a phone photo: 12 megapixels with sensor noise, about 3 MB, rotated. */
async function phonePhoto(seed: number): Promise<Buffer> {
  const [width, height] = [sized(4032, 800), sized(3024, 600)]
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const grain = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return (await scene(seed, width, height))
    .composite([{ input: grain, blend: 'soft-light' }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 85 })
    .toBuffer()
}

async function bare(bytes: Buffer): Promise<void> {
  const lg = await sharp(bytes)
    .autoOrient()
    .resize(1600, 1600, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 84 })
    .toBuffer()
  await sharp(lg)
    .resize(400, 400, { fit: 'cover', position: sharp.strategy.attention })
    .jpeg({ quality: 80 })
    .toBuffer()
}

interface Took {
  seconds: number
  cpuMs: number
}

/** Processes the photos, a few concurrently, and measures the CPU time of these processes. */
async function turn(work: (bytes: Buffer) => Promise<unknown>, ...pids: number[]): Promise<Took> {
  const waiting = Array.from({ length: PHOTOS }, (_, n) => photos[n % photos.length] as Buffer)
  const cpu = () => pids.reduce((total, pid) => total + cpuOf(pid), 0)
  const [started, cpuStarted] = [performance.now(), cpu()]
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await work(next)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return { seconds: (performance.now() - started) / 1000, cpuMs: cpu() - cpuStarted }
}

function report(name: string, took: readonly Took[]): void {
  const perSecond = (PHOTOS * took.length) / sum(took, 'seconds')
  const cpuMs = sum(took, 'cpuMs') / (PHOTOS * took.length)
  console.log(`${name}  ${perSecond.toFixed(2)} photos/s, ${cpuMs.toFixed(0)} ms of CPU time per photo`)
}
const sum = (took: readonly Took[], field: keyof Took) => took.reduce((total, each) => total + each[field], 0)
const percent = (part: number) => `${(part * 100).toFixed(0)} %`

const photos = await Promise.all([1, 2, 3, 4].map(phonePhoto))
const data = await mkdtemp(join(tmpdir(), 'rosella-bench-'))
const main = fileURLToPath(new URL('../server/dist/main.js', import.meta.url))
const server = spawn(process.execPath, [main], {
  env: { ...process.env, PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'warn', DEMO: '0', TRUST_PROXY: '1' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (text) => String(text).includes('is open at') && resolve())
    server.on('exit', () =>
      reject(new Error('The server exited before it was ready. Run `npm run build` first.')),
    )
  })
  const [uploads, bares]: [Took[], Took[]] = [[], []]
  // The first turns are the warm-up.
  for (let n = -1; n < TURNS; n++) {
    const member = await signUpPerson(url, { username: 'Anna', active: false }, new Person(url))
    const upload = await turn((bytes) => member.upload(bytes), process.pid, server.pid ?? 0)
    const alone = await turn(bare, process.pid)
    if (n < 0) continue
    uploads.push(upload)
    bares.push(alone)
  }
  const megabytes = photos.reduce((total, { length }) => total + length, 0) / photos.length / 1e6
  console.log(
    `12 megapixels, ${megabytes.toFixed(1)} MB; ${TURNS} turns of ${PHOTOS} photos each, ${CONCURRENCY} at a time`,
  )
  report('whole upload', uploads)
  report('bare sharp  ', bares)
  console.log(`ratio         ${percent(sum(bares, 'seconds') / sum(uploads, 'seconds'))} of the pace,`)
  console.log(`              ${percent(sum(bares, 'cpuMs') / sum(uploads, 'cpuMs'))} by processor time`)
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  await rm(data, { recursive: true, force: true })
}
