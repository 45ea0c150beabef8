import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a worker thread from its entry, a path below server/src without extension. From the sources the entry is
 * TypeScript and tsx loads it; in the build it is JavaScript at the same path below dist, and this module is in dist.
 */
export function startWorker(entry: string, options: WorkerOptions = {}): Worker {
  if (import.meta.url.endsWith('.js')) return new Worker(new URL(`./${entry}.js`, import.meta.url), options)
  // On Node 20 `--import tsx` does nothing in a worker, so a line of JavaScript goes first.
  const tsx = import.meta.resolve('tsx/esm/api')
  const source = new URL(`../${entry}.ts`, import.meta.url).href
  const first = `import { register } from '${tsx}'; register(); await import('${source}')`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(first)}`), options)
}
