import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a worker thread from its entry below this folder (no extension). From source the entry is
 * TypeScript and tsx reads it; in the build it is JavaScript in the same place below dist.
 */
export function startWorker(entry: string, options: WorkerOptions = {}): Worker {
  if (import.meta.url.endsWith('.js')) return new Worker(new URL(`./${entry}.js`, import.meta.url), options)
  // On Node 20 `--import tsx` does nothing in a worker, so a line of JavaScript goes first.
  const tsx = import.meta.resolve('tsx/esm/api')
  const source = new URL(`./${entry}.ts`, import.meta.url).href
  const first = `import { register } from '${tsx}'; register(); await import('${source}')`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(first)}`), options)
}
