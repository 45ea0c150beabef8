import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import type esbuild from 'esbuild'

/**
 * Starts a worker thread from its entry, a path below server/src without extension. From the sources the entry is
 * TypeScript; in the build it is JavaScript at the same path below dist, and this module is in dist.
 */
export function startWorker(entry: string, options: WorkerOptions = {}): Worker {
  if (import.meta.url.endsWith('.js')) return new Worker(new URL(`./${entry}.js`, import.meta.url), options)
  // Not as an import of a data: URL, whose threads crash Node 24 when they are terminated.
  if (entry.startsWith('platform/adapters/')) return new Worker(bundle(entry), { execArgv: [], ...options })
  // Not the file itself, which a process that was started with --eval would refuse.
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(withTsx(entry))}`), options)
}

/** For those that load much of the server, in which modules find files relative to themselves. */
function withTsx(entry: string): string {
  // On Node 20 `--import tsx` does nothing in a worker.
  const tsx = import.meta.resolve('tsx/esm/api')
  const source = new URL(`../${entry}.ts`, import.meta.url).href
  return `import { register } from '${tsx}'; register(); await import('${source}')`
}

const bundles = new Map<string, URL>()

/** Bundled once per process, because tsx would take longer than most of the work of these threads. */
function bundle(entry: string): URL {
  const known = bundles.get(entry)
  if (known) return known
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof esbuild
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`../${entry}.ts`, import.meta.url))],
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    write: false,
  })
  const code = outputFiles[0]?.text ?? ''
  const name = createHash('sha256').update(code).digest('hex')
  // Packages are found from below node_modules.
  const home = new URL('../../../node_modules/.cache/rosella/', import.meta.url)
  const file = new URL(`${name}.mjs`, home)
  if (!existsSync(file)) {
    mkdirSync(home, { recursive: true })
    // Other processes may do the same.
    const half = new URL(`${name}.${process.pid}`, home)
    writeFileSync(half, code)
    renameSync(half, file)
  }
  bundles.set(entry, file)
  return file
}
