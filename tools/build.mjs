// Builds everything that `npm start` needs: the city files, the web client and the server. Does nothing if nothing
// has changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { build as buildWeb } from 'vite'
import { makePlaces } from './make-places.mjs'
import { precompress } from './precompress.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const commands = [
  'backup',
  'migrate',
  'move',
  'photo-bank',
  'rehearse-restore',
  'remove-demo',
  'restore',
  'verify-reports',
]
/** Started by platform/worker-entry.ts, which expects them at their path below server/src. */
const workers = [
  'commands/backup-worker',
  'platform/adapters/database/pglite-worker',
  'platform/adapters/image-processor/hash-worker',
  'platform/adapters/image-processor/heic-worker',
]

async function buildServer() {
  const dist = join(root, 'server/dist')
  await rm(dist, { recursive: true, force: true })
  const server = JSON.parse(await readFile(join(root, 'server/package.json'), 'utf8'))
  const tools = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const installed = Object.keys({ ...server.dependencies, ...tools.devDependencies })
  const external = installed.filter((name) => !name.startsWith('@rosella/'))
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: 'server/src/main.ts',
      ...Object.fromEntries(commands.map((name) => [name, `server/src/commands/${name}.ts`])),
      ...Object.fromEntries(workers.map((path) => [path, `server/src/${path}.ts`])),
    },
    outdir: 'server/dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    external: external.flatMap((name) => [name, `${name}/*`]),
    logLevel: 'warning',
  })
}

async function web() {
  const sources = ['web', 'contract', 'package-lock.json', 'tools/precompress.mjs']
  const stamp = await fingerprint(sources)
  const file = join(root, 'web/dist/.stamp')
  if (existsSync(file) && (await readFile(file, 'utf8')) === stamp) return
  await buildWeb({ root: join(root, 'web'), logLevel: 'warn' })
  await precompress(join(root, 'web/dist'))
  await writeFile(file, stamp)
}

/** One hash over the contents of files and folders, except built and installed ones. */
async function fingerprint(paths) {
  const hash = createHash('sha256')
  const add = async (path) => {
    const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => undefined)
    if (!entries) return hash.update(path).update(await readFile(join(root, path)))
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name !== 'dist' && entry.name !== 'node_modules') await add(`${path}/${entry.name}`)
    }
  }
  for (const path of paths) await add(path)
  return hash.digest('hex')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await makePlaces(join(root, 'server/generated'))
  await Promise.all([web(), buildServer()])
}
